#!/usr/bin/env bash
# One part of what desktops read, judged by the tool that is for it; skipped where that is missing.
# Usage: desktop_test.sh entry|metainfo|mime|changes ROOT, or desktop_test.sh man|bash|zsh|fish ROOT PROGRAM
set -euo pipefail
part=${1:?usage: desktop_test.sh PART ROOT [PROGRAM]}
root=${2:?usage: desktop_test.sh PART ROOT [PROGRAM]}
program=${3-}
desktop=$root/assets/desktop
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

need() { command -v "$1" > /dev/null || { echo "skipped: no $1"; exit 77; }; }
fail() { echo "$1" >&2; exit 1; }
version=$(sed -n 's/^project(AttentionLab VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")

# metainfo LINKS: the file as cmake/Desktop.cmake makes it.
metainfo() {
  sed -e 's/@ATTNLAB_APP_ID@/local.attention_lab.attention_lab/; s/@PROJECT_DESCRIPTION@/Take a Transformer apart/' \
    -e "s/@PROJECT_VERSION@/$version/; s/@release_date@/2026-01-02/; s|@links@|$1|" \
    "$desktop/attention-lab.metainfo.xml.in" > "$scratch/local.attention_lab.attention_lab.metainfo.xml"
}

case $part in
  entry)
    need desktop-file-validate
    said=$(desktop-file-validate "$desktop/attention-lab.desktop" 2>&1) || fail "$said"
    [ -z "$said" ] || fail "$said"
    ;;
  metainfo)
    need appstreamcli
    image='<image type="source">https://example.org/a.png</image>'
    for links in "" "<screenshots><screenshot type=\"default\">$image</screenshot></screenshots>"; do
      metainfo "$links"
      ! grep -q '@' "$scratch"/*.xml || fail "a name is not replaced: $(grep '@' "$scratch"/*.xml)"
      appstreamcli validate --no-net "$scratch"/*.xml
    done
    for type in $(sed -n 's/^MimeType=//p' "$desktop/attention-lab.desktop" | tr ';' ' '); do
      grep -q "<mediatype>$type</mediatype>" "$scratch"/*.xml || fail "the metainfo lacks $type"
    done
    ;;
  mime)
    need update-mime-database
    mkdir -p "$scratch/mime/packages"
    cp "$desktop/attention-lab.mime.xml" "$scratch/mime/packages/"
    said=$(XDG_DATA_HOME=$scratch update-mime-database "$scratch/mime" 2>&1)
    [ -z "$said" ] || fail "$said"
    grep -q '^60:text/x-attention-lab-lesson:\*.lesson.md$' "$scratch/mime/globs2" || fail "no *.lesson.md"
    for type in $(sed -n 's/^MimeType=//p' "$desktop/attention-lab.desktop" | tr ';' ' '); do
      [ -e "$scratch/mime/$type.xml" ] || fail "the desktop entry opens $type, which is not declared"
    done
    ;;
  changes)
    [[ $(grep -m 1 '^## ' "$root/CHANGELOG.md") =~ ^"## $version, "[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] ||
      fail "CHANGELOG.md does not begin with version $version and its date"
    long=$(LC_ALL=C.UTF-8 awk 'length($0) > 78' "$root/CHANGELOG.md")
    [ -z "$long" ] || fail "CHANGELOG.md has a line of more than 78 columns: $long"
    grep -qF "\"version\": \"$version\"" "$root/vcpkg.json" || fail "vcpkg.json has another version than $version"
    ;;
  man)
    need man
    "$program" help --man > "$scratch/attention-lab.1"
    said=$(MANWIDTH=100 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 "$scratch/attention-lab.1" 2>&1 > "$scratch/text")
    [ -z "$said" ] || fail "$said"
    sed 's/.\x08//g; s/\x1b\[[0-9;]*m//g' "$scratch/text" > "$scratch/plain"
    grep -q -- '--preset NAME' "$scratch/plain" || fail "the page does not show --preset NAME"
    ;;
  bash | zsh | fish)
    need "$part"
    "$program" help --complete "$part" > "$scratch/script"
    "$part" -n "$scratch/script"
    ;;
  *) fail "there is no part $part" ;;
esac

# What bash and fish offer for the beginning of a line; the last word is what is completed.
offers() {
  case $part in
    bash) bash -c '
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
      _attention_lab; printf "%s\n" "${COMPREPLY[@]}"' bash "$scratch/script" "$@" ;;
    fish) HOME=$scratch fish -c 'source $argv[1]; complete -C "$argv[2]"' "$scratch/script" "$*" | cut -f 1 ;;
  esac
}
# expect WORD WORDS...: WORD is offered for the line.
expect() { offers "${@:2}" | grep -xF -- "$1" > /dev/null || fail "'${*:2}' does not offer $1, but: $(offers "${@:2}" | tr '\n' ' ')"; }
refuse() { ! offers "${@:2}" | grep -xF -- "$1" > /dev/null || fail "'${*:2}' offers $1"; }
case $part in
  bash | fish)
    touch "$scratch/notes.txt"
    mkdir "$scratch/run"
    cd "$scratch"
    expect train attention-lab tr
    expect trace attention-lab tr
    refuse generate attention-lab tr
    expect --preset attention-lab train --pre
    refuse --cell attention-lab train --ce
    expect --cell attention-lab explain --ce
    expect nanogpt-cpu attention-lab train --preset nano
    expect nanogpt-cpu attention-lab presets nano
    expect gpu attention-lab train --device g
    ;;&
  bash)
    expect nanogpt-cpu attention-lab train --preset = nano
    expect notes.txt attention-lab train --config no
    expect run attention-lab trace --model r
    refuse notes.txt attention-lab trace --model no
    ;;
  fish)
    expect notes.txt attention-lab train --config no
    expect run/ attention-lab trace --model r
    ;;
esac
