// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <coresched.h>

#include "bench.h"
#include "command.h"
#include "fail.h"
#include "util.h"

static const char *const names[MODES] = {
	[MODE_SMT] = "smt",
	[MODE_CORE] = "core",
	[MODE_NOSMT] = "nosmt",
};

const char *mode_name(enum mode mode)
{
	return names[mode];
}

int mode_parse(const char *name, size_t length, enum mode *ret_mode)
{
	for (enum mode mode = 0; mode < MODES; mode++) {
		if (strlen(names[mode]) == length && memcmp(names[mode], name, length) == 0) {
			*ret_mode = mode;
			return 0;
		}
	}
	return -1;
}

static bool has_mode(const struct bench *bench, enum mode mode)
{
	for (size_t i = 0; i < bench->n_modes; i++)
		if (bench->modes[i] == mode)
			return true;
	return false;
}

/* A cookie of ours would be every copy's too, which is no mode of these: give it up. */
static int drop_cookie(void)
{
	const struct coresched_target self = { .kind = CORESCHED_TARGET_PROCESS, .id = (unsigned int)getpid() };
	struct coresched_result result;
	int r;

	r = coresched_clear(&self, 1, 0, &result);
	return r == -EREMOTEIO || r == -ECANCELED ? result.error : r;
}

static int check_smt(void)
{
	char control[16];
	int r = smt_read(control, sizeof(control));

	if (r < 0)
		return fail_system(r, "can't read /sys/devices/system/cpu/smt/control");
	if (strcmp(control, "on") == 0 || (*control >= '2' && *control <= '9'))
		return EXIT_DONE;
	note("mode nosmt has nothing to switch off: /sys/devices/system/cpu/smt/control says '%s'", control);
	return EXIT_UNSUPPORTED;
}

int modes_check(const struct bench *bench)
{
	uint64_t cookie;
	int r;

	if (has_mode(bench, MODE_NOSMT)) {
		r = check_smt();
		if (r != EXIT_DONE)
			return r;
	}
	r = coresched_get(0, &cookie);
	if (r < 0)
		return has_mode(bench, MODE_CORE) ? fail(r, "can't run mode core") : EXIT_DONE;
	r = cookie ? drop_cookie() : 0;
	return r < 0 ? fail(r, "can't run without the cookie that was inherited from the caller") : EXIT_DONE;
}

int mode_enter(const struct bench *bench, enum mode mode)
{
	int r = mode == MODE_NOSMT ? smt_off() : smt_restore();

	if (r < 0)
		return fail_system(r, "can't switch SMT %s", mode == MODE_NOSMT ? "off" : "on");
	if (!bench->tags)
		return EXIT_DONE;
	r = cgroups_tag(bench, mode == MODE_CORE);
	return r < 0 ? fail(r, "can't change the tags of the copies' cgroups") : EXIT_DONE;
}

/* The copies shall be what the mode says: apart from each other and all else, or like all else. */
int mode_verify(const struct bench *bench, enum mode mode, const struct copy *copies)
{
	uint64_t ids[GROUPS_MAX];

	if (coresched_probe() != CORESCHED_WORKS)
		return EXIT_DONE;
	for (size_t i = 0; i < bench->groups; i++) {
		bool right;
		int r;

		r = bench->tags && mode == MODE_CORE ? coresched_get_group(copies[i].pid, &ids[i]) :
						       coresched_get(copies[i].pid, &ids[i]);
		if (r < 0)
			return fail_task(r, copies[i].pid, "can't read the cookie of copy %zu", i + 1);
		right = (mode == MODE_CORE) == (ids[i] != 0);
		for (size_t other = 0; other < i && ids[i]; other++)
			right = right && ids[other] != ids[i];
		if (!right)
			return fail(-EREMCHG, "copy %zu is not as mode %s has it", i + 1, mode_name(mode));
	}
	return EXIT_DONE;
}
