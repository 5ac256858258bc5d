/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What both lib/ and cmd/ need to own memory and descriptors, and to use a library only when it is wanted. */
#ifndef UTIL_H
#define UTIL_H

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static inline void cleanup_free(void *p)
{
	free(*(void **)p);
}

static inline void cleanup_close(const int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

static inline void cleanup_closedir(DIR **dir)
{
	if (*dir)
		closedir(*dir);
}

static inline void cleanup_fclose(FILE **file)
{
	if (*file)
		fclose(*file);
}

#define autofree     __attribute__((cleanup(cleanup_free)))
#define autoclose    __attribute__((cleanup(cleanup_close)))
#define autoclosedir __attribute__((cleanup(cleanup_closedir)))
#define autofclose   __attribute__((cleanup(cleanup_fclose)))

/* Hand over what an auto* variable owns. */
#define TAKE(p) __extension__({ __typeof__(p) take_ = (p); (p) = NULL; take_; })

/*
 * Libraries that only some commands use are loaded when first used, since mapping each costs every start of
 * every program: spawn would pay a multiple of its own time. A file lists the calls it needs once, as
 *
 *	#define CALLS(X) X(cap_get_proc) X(cap_free)
 *	CALLS(LOAD_POINTER)
 *	static const struct load_symbol symbols[] = { CALLS(LOAD_ROW) { NULL, NULL } };
 *
 * then says load(LIBCAP_SONAME, symbols) and calls sym_cap_get_proc(), typed as the header types it.
 */
struct load_symbol {
	const char *name;
	void *where;	/* of the pointer to fill */
};

#define LOAD_POINTER(call) static __typeof__(&call) sym_##call;
#define LOAD_ROW(call) { #call, &sym_##call },

/* Returns 0, or -1 when the library is missing or too old. Calling it again is harmless and cheap. */
static inline int load(const char *soname, const struct load_symbol *symbols)
{
	/* It stays loaded until exit: closing it would leave the pointers dangling in other threads. */
	void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);

	if (!library)
		return -1;
	for (; symbols->name; symbols++) {
		void *address = dlsym(library, symbols->name);

		if (!address)
			return -1;
		__atomic_store_n((void **)symbols->where, address, __ATOMIC_RELEASE);
	}
	return 0;
}

#endif
