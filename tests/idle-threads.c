// SPDX-License-Identifier: GPL-2.0-or-later
/* idle-threads N: a process of N threads that do nothing. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *idle(void *arg)
{
	for (;;)
		pause();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	for (int i = argc > 1 ? atoi(argv[1]) : 1; i > 1; i--)
		if (pthread_create(&thread, NULL, idle, NULL) != 0)
			return 1;
	idle(NULL);
}
