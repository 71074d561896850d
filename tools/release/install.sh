#!/bin/sh
# usage: tools/release/install.sh TO             bin/lightsout, its manual pages and completions below TO
#        tools/release/install.sh --remove TO    what that put there
set -eu
if [ "$1" = --remove ]; then
	to=$2
	rm -rf "$to/bin/lightsout" "$to"/share/man/man1/lightsout.1 "$to"/share/man/man1/lightsout-*.1 \
		"$to"/share/man/man7/lightsout-*.7 "$to/share/bash-completion/completions/lightsout" \
		"$to/share/zsh/site-functions/_lightsout" "$to/share/fish/vendor_completions.d/lightsout.fish" \
		"$to/share/doc/lightsout"
	exit
fi
to=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# put FILE TO MODE
put() {
	mkdir -p "$(dirname "$2")"
	install -m "$3" "$1" "$2"
}

put bin/lightsout "$to/bin/lightsout" 755
tools/release/man.sh bin/lightsout "$work"
for page in "$work"/*.[17]; do put "$page" "$to/share/man/man${page##*.}/${page##*/}" 644; done
for c in bash:bash-completion/completions/lightsout zsh:zsh/site-functions/_lightsout \
	fish:fish/vendor_completions.d/lightsout.fish; do
	bin/lightsout completion "${c%%:*}" > "$work/completion"
	put "$work/completion" "$to/share/${c#*:}" 644
done
put LICENSE "$to/share/doc/lightsout/LICENSE" 644
echo "installed $to/bin/lightsout"
