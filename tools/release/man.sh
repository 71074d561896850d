#!/bin/sh
# man.sh PROGRAM DIR: the help texts of lightsout as manual pages in DIR: lightsout.1 about all verbs, lightsout-VERB.1
# and lightsout-TOPIC.7. The date is that of the commit, so that two builds of it write the same pages.
set -eu
program=$1 dir=$2
mkdir -p "$dir"
version=$("$program" version | sed 's/^lightsout \([^ ,]*\).*/\1/')
date=$("$program" version | sed -n 's/.*(commit [^ ]* of \([0-9-]*\).*/\1/p')

# roff escapes what means something to troff.
roff() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"; }

# page NAME SECTION SUMMARY writes the text on standard input as a page, line by line as it is.
page() {
	{
		printf '.TH %s %s "%s" "lightsout %s" "Lights Out"\n' "$(echo "$1" | tr a-z A-Z)" "$2" "$date" "$version"
		printf '.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n' "$(echo "$1" | roff)" "$(echo "$3" | roff)"
		roff
		printf '.fi\n.SH SEE ALSO\n.BR lightsout (1)\n'
	} > "$dir/$1.$2"
}

"$program" help | page lightsout 1 'press a switch, and a fixed set of lights flips'
verbs=$("$program" __complete '')
for name in $("$program" __complete help ''); do
	case " $(echo $verbs) " in
	*" $name "*) "$program" help "$name" | page "lightsout-$name" 1 "$("$program" help "$name" | sed -n "1s/^lightsout $name: //p")" ;;
	*) "$program" help "$name" | page "lightsout-$name" 7 "what lightsout's verbs share: $name" ;;
	esac
done
