#!/bin/sh
# usage: tools/test/image.sh    build the image of Dockerfile with docker, podman or buildah, and run what is in it
#
# Without any of them, or where they may not run, the image's one layer becomes a folder, in which the command is run
# alone by chroot.
set -eu
cd "$(dirname "$0")/../.."
make -s build
says='1 press: 5'
asked='solve 3x3 --on .#./###/.#. --min'
for program in docker podman; do
	if command -v $program >/dev/null 2>&1 && $program build -q -t lightsout-test . >/dev/null 2>&1; then
		$program run --rm lightsout-test $asked | grep -x "$says"
		$program rmi -f lightsout-test >/dev/null
		exit
	fi
done
root=$(mktemp -d)
chmod 755 "$root"
trap 'rm -rf "$root"' EXIT
if command -v buildah >/dev/null 2>&1 && image=$(buildah build -q --isolation chroot . 2>/dev/null) &&
	container=$(buildah from "$image"); then
	buildah run --isolation chroot "$container" -- /lightsout $asked | grep -x "$says"
	buildah rm "$container" >/dev/null
	buildah rmi "$image" >/dev/null
	exit
fi
grep '^COPY' Dockerfile | while read -r _ from to; do cp "$from" "$root$to"; done
grep -qx 'FROM scratch' Dockerfile && grep -qx 'ENTRYPOINT \["/lightsout"\]' Dockerfile
[ "$(id -u)" = 0 ] || { echo "only root may chroot: the image was not run"; exit 1; }
chroot --userspec=65534:65534 "$root" /lightsout $asked | grep -x "$says"
