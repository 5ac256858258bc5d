// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Try every operation of prctl(PR_SCHED_CORE) through every ABI by which this CPU can call the kernel, with and
 * without garbage in the upper halves of the registers, and say what does not come out as it should:
 *
 *	try-abis open	the four of the kernel work, no other is refused with EPERM
 *	try-abis sealed	the reads are answered as in libc's way, all else is refused with EPERM
 *
 * One line for each ABI: its name, and how many calls were made; status 1 when one came out wrong.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

enum { SCHED_CORE = 62, GET = 0, SHARE_FROM = 3, GET_GROUP = 66, GET_FLAGS = 68 };

typedef long call(long option, long operation, long address);

static long by_libc(long option, long operation, long address)
{
	return prctl((int)option, operation, 0L, 0L, address) < 0 ? -errno : 0;
}

#ifdef __x86_64__
static long by_number(long number, long option, long operation, long address)
{
	register long scope __asm__("r10") = 0;
	register long fifth __asm__("r8") = address;
	long result;

	__asm__ volatile("syscall" : "=a"(result)
			 : "a"(number), "D"(option), "S"(operation), "d"(0L), "r"(scope), "r"(fifth)
			 : "rcx", "r11", "memory");
	return result;
}

static long by_x86_64(long option, long operation, long address)
{
	return by_number(SYS_prctl, option, operation, address);
}

static long by_x32(long option, long operation, long address)
{
	return by_number(0x40000000 | SYS_prctl, option, operation, address);
}

static sigjmp_buf no_emulation;

static void on_fault(int signal)
{
	(void)signal;
	siglongjmp(no_emulation, 1);
}

static long by_i386(long option, long operation, long address)
{
	enum { I386_PRCTL = 172 };
	long result;

	/* Without the emulation the interrupt itself faults. */
	if (sigsetjmp(no_emulation, 1))
		return -ENOSYS;
	signal(SIGSEGV, on_fault);
	__asm__ volatile("int $0x80" : "=a"(result)
			 : "a"((long)I386_PRCTL), "b"(option), "c"(operation), "d"(0L), "S"(0L), "D"(address)
			 : "r8", "r9", "r10", "r11", "memory");
	signal(SIGSEGV, SIG_DFL);
	return (int)result;
}
#endif

static const struct {
	const char *name;
	call *call;
} abis[] = {
	{ "libc", by_libc },
#ifdef __x86_64__
	{ "x86-64", by_x86_64 },
	{ "x32", by_x32 },
	{ "i386", by_i386 },
#endif
};

static bool is_read(uint32_t operation)
{
	return operation == GET || (operation >= GET_GROUP && operation <= GET_FLAGS);
}

static bool is_right(bool sealed, uint32_t operation, long result, long libc_result)
{
	if (!sealed)
		return operation <= SHARE_FROM ? result == 0 : result != -EPERM;
	return is_read(operation) ? result == libc_result : result == -EPERM;
}

/* Returns how many came out wrong, or -1 when the kernel does not take this ABI. */
static int try_operation(size_t abi, bool sealed, uint32_t operation, void *low)
{
	static const uint64_t garbage[] = { 0, 0xdeadbeef00000000, 0xffffffff00000000 };
	long address = is_read(operation) ? (long)(uintptr_t)low : 0;
	int wrong = 0;

	for (size_t i = 0; i < ARRAY_SIZE(garbage); i++) {
		long result = abis[abi].call((long)(garbage[i] | SCHED_CORE), (long)(garbage[i] | operation), address);

		/* A filter answers before the kernel finds that it has no such ABI. */
		if (result == -ENOSYS)
			return -1;
		if (is_right(sealed, operation, result, by_libc(SCHED_CORE, operation, address)))
			continue;
		printf("%s: operation %#x with garbage %#llx: %s\n", abis[abi].name, operation,
		       (unsigned long long)garbage[i], result ? strerrorname_np((int)-result) : "done");
		wrong++;
	}
	return wrong;
}

static int try_abi(size_t abi, bool sealed, void *low)
{
	int wrong = 0, tried = 0, r;

	for (uint32_t operation = 0; operation < 512; operation++, tried++) {
		r = try_operation(abi, sealed, operation, low);
		if (r < 0)
			goto not_there;
		wrong += r;
	}
	for (uint32_t bit = 512; bit; bit <<= 1, tried++) {
		r = try_operation(abi, sealed, bit, low);
		if (r < 0)
			goto not_there;
		wrong += r;
	}
	printf("%s: %d operations\n", abis[abi].name, tried);
	return wrong;

not_there:
	printf("%s: not taken by this kernel\n", abis[abi].name);
	return 0;
}

int main(int argc, char **argv)
{
	bool sealed = argc == 2 && strcmp(argv[1], "sealed") == 0;
	int wrong = 0, flags = MAP_PRIVATE | MAP_ANONYMOUS;
	void *low;

	if (!sealed && (argc != 2 || strcmp(argv[1], "open") != 0))
		return 2;
#ifdef MAP_32BIT
	flags |= MAP_32BIT;	/* where int 0x80 can reach it */
#endif
	low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (low == MAP_FAILED)
		return 2;
	for (size_t abi = 0; abi < ARRAY_SIZE(abis); abi++)
		wrong += try_abi(abi, sealed, low);
	return wrong != 0;
}
