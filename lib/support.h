/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "sys.h"

/* 0 when core scheduling works, else the error that says why not. */
int support_check(void);

/* Turn the kernel's answer to @operation into the library's: its EINVAL and EPERM each have two meanings. */
int support_error(enum sys_operation operation, int error);

#endif
