/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NUMBER_H
#define NUMBER_H

#include <argp.h>
#include <stdint.h>
#include <sys/types.h>

/* Digits and nothing else, no larger than @max: 0, or -1. */
int parse_digits(const char *text, uint64_t max, uint64_t *ret_number);

/*
 * An id of a task or of a group of tasks: 1 to pid_max. Zero is refused, for to the kernel it would mean the
 * caller. @what names the option in the error message, which ends the program through argp_error().
 */
pid_t parse_id(const struct argp_state *state, const char *what, const char *text);

#endif
