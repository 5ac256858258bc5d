# SPDX-License-Identifier: GPL-2.0-or-later
dist_man_MANS += \
	%D%/coresched.7 \
	%D%/coresched_cgroup_create.3 \
	%D%/coresched_cgroup_set_tag.3 \
	%D%/coresched_features.3 \
	%D%/coresched_get.3 \
	%D%/coresched_isolation_open.3 \
	%D%/coresched_probe.3 \
	%D%/coresched_scan.3 \
	%D%/coresched_scope_name.3 \
	%D%/coresched_tag.3 \
	%D%/coresched_topology.3 \
	%D%/coreschedctl-bench.8 \
	%D%/coreschedctl-clear.8 \
	%D%/coreschedctl-doctor.8 \
	%D%/coreschedctl-get.8 \
	%D%/coreschedctl-isolation.8 \
	%D%/coreschedctl-list.8 \
	%D%/coreschedctl-share.8 \
	%D%/coreschedctl-spawn.8 \
	%D%/coreschedctl-tag.8 \
	%D%/coreschedctl.8 \
	%D%/libcoresched.3

# A page that describes several calls is to be found by each: the others get a page of one line that leads there.
for_each_call = cd '$(srcdir)/%D%' && for page in *.3; do \
	sed -n 's/^\.Nm \(coresched_[a-z_]*\).*/\1/p' $$page | while read -r call; do \
	test $$call.3 = $$page ||

install-data-local:
	$(MKDIR_P) '$(DESTDIR)$(man3dir)'
	$(for_each_call) echo ".so man3/$$page" >'$(DESTDIR)$(man3dir)'/$$call.3; done; done

uninstall-local:
	$(for_each_call) rm -f '$(DESTDIR)$(man3dir)'/$$call.3; done; done
