# SPDX-License-Identifier: GPL-2.0-or-later
# Each shell looks in its own folder (configure --with-...-completion-dir), by these names.
dist_bashcompletion_DATA = %D%/coreschedctl
dist_zshcompletion_DATA = %D%/_coreschedctl
dist_fishcompletion_DATA = %D%/coreschedctl.fish
