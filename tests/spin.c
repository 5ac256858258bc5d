// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * spin COUNT
 *
 * COUNT busy tasks in a process group of their own, which has the id of the first. They pause like a spinning lock
 * does: an emulator that runs one CPU at a time then lets the others have theirs, and interrupts arrive when they should.
 */
#include <stdlib.h>
#include <unistd.h>

static void rest(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#endif
}

int main(int argc, char **argv)
{
	int count = argc == 2 ? atoi(argv[1]) : 0;

	if (count < 1)
		return 2;
	setpgid(0, 0);
	while (--count > 0 && fork() > 0)
		;
	for (volatile unsigned int n = 0;; n++)
		if (n % 256 == 0)
			rest();
}
