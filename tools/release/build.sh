#!/bin/sh
# usage: tools/release/build.sh DIR PLATFORM...    (PLATFORM is GOOS/GOARCH; make release has the list)
#
# Writes a release to DIR: for each platform an archive with the command, its manual pages, completions and
# licences, for Linux also a Debian package, and for each a bill of materials; and SHA256SUMS. The same sources and
# the same Go give the same bytes: files are in order, belong to root, and have the date of the commit, or of
# SOURCE_DATE_EPOCH. Needs git, GNU tar, gzip and zip; nfpm comes by go run.
set -eu
export LC_ALL=C TZ=UTC CGO_ENABLED=0 GOFLAGS= GOEXPERIMENT= GOAMD64=v1 GO386=sse2 GOARM64=v8.0 GORISCV64=rva20u64
umask 022

# Later versions of nfpm need modules of go.digitalxero.dev, which not every module proxy has.
nfpm=github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.0

[ $# -ge 2 ] || { echo "usage: $0 DIR PLATFORM..."; exit 2; }
to=$1
shift
if [ -e "$to" ] && [ ! -e "$to/SHA256SUMS" ]; then
	echo "$to is not an earlier release: name another folder, or remove it"
	exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH
day=$(date -d "@$SOURCE_DATE_EPOCH" +%F)
git diff --quiet HEAD && changed=false || changed=true
stamp="-s -w -X main.commit=$(git rev-parse HEAD) -X main.date=$day -X main.changed=$changed"

# compile FILE builds the command for GOOS and GOARCH. The commit is stamped here, since Go does not see it in every
# kind of checkout. play serves plain HTTP, so HTTP/2 is left out.
compile() { go build -tags nethttpomithttp2 -trimpath -buildvcs=false -ldflags "$stamp" -o "$1" ./cmd/lightsout; }

# licences prints the licences of everything that is linked into the command for GOOS and GOARCH: those beside each
# package, and those of its module. A module without any stops the release.
licences() {
	line=$(printf '%080d' 0 | tr 0 =)
	echo "The command contains these modules, under these licences."
	{
		echo "std $(go env GOVERSION) $(go env GOROOT) $(go env GOROOT)"
		go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}} {{$.Dir}}{{end}}{{end}}' ./cmd/lightsout
	} | sort -u | while read -r path version root dir; do
		files=$(find "$root" "$root/licenses" "$dir" -maxdepth 1 -type f 2>/dev/null |
			grep -iE '/((un)?licen[cs]e|copying|notice|patents)([-._][^/]*)?$|/licenses/[^/]*\.txt$' | grep -v '\.go$' | sort -u)
		[ -n "$files" ] || echo "$path $version has no licence file" >&2
		[ -n "$files" ] || exit 1
		for file in $files; do
			case " ${seen:-} " in *" $file "*) continue ;; esac
			seen="${seen:-} $file"
			printf '\n%s\n%s %s: %s\n%s\n\n' "$line" "$path" "$version" "${file#"$root"/}" "$line"
			iconv -f UTF-8 -t UTF-8 "$file" 2>/dev/null || iconv -f LATIN1 -t UTF-8 "$file"
		done
	done
}

# bill FILE prints the modules that the linker put into a binary, as the binary itself names them, in the form of
# CycloneDX 1.5: https://cyclonedx.org/docs/1.5/json/
bill() {
	go version -m "$1" | awk -v version="$version" -v digest="$(sha256sum "$1" | cut -d ' ' -f 1)" \
		-v date="$(date -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)" '
	function component(kind, name, version, more) {
		return sprintf("{\"type\": \"%s\", \"bom-ref\": \"pkg:golang/%s@%s\", \"name\": \"%s\", \"version\": \"%s\", \"purl\": \"pkg:golang/%s@%s\"%s}",
			kind, name, version, name, version, name, version, more) }
	NR == 1 { list = component("library", "std", $NF, "") }
	$1 == "mod" { main = component("application", $2, version, sprintf(", \"hashes\": [{\"alg\": \"SHA-256\", \"content\": \"%s\"}]", digest)) }
	$1 == "dep" { list = list ",\n    " component("library", $2, $3, sprintf(", \"properties\": [{\"name\": \"go:h1\", \"value\": \"%s\"}]", $4)) }
	END { printf "{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.5\",\n  \"version\": 1,\n", ""
		printf "  \"metadata\": {\"timestamp\": \"%s\", \"component\": %s},\n  \"components\": [\n    %s\n  ]\n}\n", date, main, list }'
}

# debian FILE makes the package of GOARCH from the content of an archive; tools/release/nfpm.yaml says the rest.
debian() {
	case $GOARCH in 386) ARCH=i386 ;; *) ARCH=$GOARCH ;; esac
	MAINTAINER="${DEBFULLNAME:-The Lights Out authors} <${DEBEMAIL:-lightsout@lists.example.org}>"
	STAGE=$work/debian VERSION=${version#v}
	export ARCH MAINTAINER STAGE VERSION
	rm -rf "$STAGE"
	doc=$STAGE/usr/share/doc/lightsout
	mkdir -p "$doc" "$STAGE/usr/share/lintian/overrides"
	install -D "$1/lightsout" "$STAGE/usr/bin/lightsout"
	cp -r "$1/man" "$STAGE/usr/share/man"
	install -D -m 644 "$1/completions/lightsout.bash" "$STAGE/usr/share/bash-completion/completions/lightsout"
	install -D -m 644 "$1/completions/_lightsout" "$STAGE/usr/share/zsh/vendor-completions/_lightsout"
	install -D -m 644 "$1/completions/lightsout.fish" "$STAGE/usr/share/fish/vendor_completions.d/lightsout.fish"
	cp "$1/README.md" "$1/THIRD-PARTY-LICENSES.txt" "$doc"
	cp "$1/CHANGELOG.md" "$doc/changelog"
	{ echo "Lights Out is under this licence. THIRD-PARTY-LICENSES.txt.gz has those of the modules in it;"
	  printf 'that of Apache is also in /usr/share/common-licenses/Apache-2.0.\n\n'
	  cat "$1/LICENSE"; } > "$doc/copyright"
	printf 'lightsout (%s-1) unstable; urgency=medium\n\n  * Release %s; changelog.gz says what is new.\n\n -- %s  %s\n' \
		"$VERSION" "$version" "$MAINTAINER" "$(date -R -d "@$SOURCE_DATE_EPOCH")" > "$doc/changelog.Debian"
	cat > "$STAGE/usr/share/lintian/overrides/lightsout" <<-EOF
		# Go programs are linked statically.
		lightsout: statically-linked-binary [usr/bin/lightsout]
		# This package is not part of Debian, so there is no bug that asks for it.
		lightsout: initial-upload-closes-no-bugs [*]
	EOF
	gzip -9n "$doc/changelog" "$doc/changelog.Debian" "$doc/THIRD-PARTY-LICENSES.txt" "$STAGE"/usr/share/man/man*/*
	find "$STAGE" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	"$work/nfpm" package --packager deb --config tools/release/nfpm.yaml --target "$2/lightsout_$VERSION-1_$ARCH.deb" >/dev/null
}

# What is the same on all platforms: the command, built for this machine, is asked for its version and its pages.
unset GOOS GOARCH
GOBIN=$work go install "$nfpm"
compile "$work/own"
version=$("$work/own" version | sed -n '1s/^lightsout \(v[^ ,]*\).*/\1/p')
[ -n "$version" ] || { echo "lightsout version does not begin with a version"; exit 1; }
shared=$work/shared
mkdir -p "$shared/completions" "$work/release"
tools/release/man.sh "$work/own" "$work/man"
for page in "$work"/man/*; do install -D -m 644 "$page" "$shared/man/man${page##*.}/${page##*/}"; done
for c in bash:lightsout.bash zsh:_lightsout fish:lightsout.fish powershell:lightsout.ps1; do
	"$work/own" completion "${c%%:*}" > "$shared/completions/${c#*:}"
done
cp LICENSE README.md CHANGELOG.md "$shared"

for platform; do
	echo "$platform"
	export GOOS="${platform%/*}" GOARCH="${platform#*/}"
	name=lightsout_${version}_${GOOS}_$GOARCH
	cp -r "$shared" "$work/$name"
	case $GOOS in windows) program=lightsout.exe ;; *) program=lightsout ;; esac
	compile "$work/$name/$program"
	licences > "$work/$name/THIRD-PARTY-LICENSES.txt"
	bill "$work/$name/$program" > "$work/$name/sbom.cdx.json"
	cp "$work/$name/sbom.cdx.json" "$work/release/$name.cdx.json"
	find "$work/$name" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
	case $GOOS in
	windows) (cd "$work" && find "$name" | sort | zip -qX9 "release/$name.zip" -@) ;;
	*) tar -C "$work" --sort=name --owner=root:0 --group=root:0 --format=gnu -cf - "$name" | gzip -9n > "$work/release/$name.tar.gz" ;;
	esac
	case $GOOS in linux) debian "$work/$name" "$work/release" ;; esac
	rm -rf "${work:?}/$name"
done
(cd "$work/release" && sha256sum -- * > SHA256SUMS)
rm -rf "$to"
mkdir -p "$(dirname "$to")"
mv "$work/release" "$to"
