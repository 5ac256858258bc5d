/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef WARN_H
#define WARN_H

/* Cookies and a BPF scheduler don't go together: a host was seen to hang. Say so before setting any. */
void warn_sched_ext(void);

#endif
