#!/usr/bin/env bash
# scripts/manifests.sh in a copy of the tree whose dist/ has stand-in files: the manifests are valid, and have the right
# version and checksums. Usage: manifests_test.sh ROOT
# shellcheck disable=SC2016,SC2034,SC2317  # the conditions are evaluated later
set -uo pipefail
root=${1:?usage: manifests_test.sh ROOT}
python=''
for python in python3 /usr/bin/python3; do
  "$python" -c 'import yaml' 2> /dev/null && break || python=''
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

tree=$scratch/tree
made=$tree/dist/manifests
mkdir -p "$tree/scripts" "$tree/dist" "$scratch/files/name/share/metainfo"
cp "$root/scripts/manifests.sh" "$tree/scripts/"
cp -r "$root/packaging" "$tree/"
echo 'project(AttentionLab VERSION 1.2.3 LANGUAGES CXX' > "$tree/CMakeLists.txt"
printf '# Changes\n\n## 1.2.3, 2026-01-02\n\n- A "new" view: with a colon & more.\n  It is 5%% faster.\n- Another.\n\n## 1.2.2, 2025-01-02\n\n- Old.\n' \
  > "$tree/CHANGELOG.md"
mkdir -p "$scratch/files/name"/{bin,lib,share/mime/packages}
touch "$scratch/files/name"/{bin/attention-lab,lib/library,share/mime/packages/attention-lab.xml}
touch "$scratch/files/name/share/metainfo/org.example.lab.metainfo.xml"
tar -C "$scratch/files" -czf "$tree/dist/attention-lab-1.2.3-x86_64.tar.gz" name
for kind in windows-x86_64-setup.exe source.tar.gz parts.tar.gz; do echo "$kind" > "$tree/dist/attention-lab-1.2.3-$kind"; done

manifests() {
  output=$(cd "$scratch" && "$BASH" tree/scripts/manifests.sh "$@" 2>&1)
  code=$?
}
require() { if ! eval "$2"; then echo "$1: exit $code, wrote: $output"; failures=$((failures + 1)); fi; }
sum() { sha256sum "$tree/dist/attention-lab-1.2.3-$1" | cut -d ' ' -f 1; }
# yaml FILE EXPRESSION: of the file's content, which the expression calls m.
yaml() { "$python" -c 'import sys, yaml; m = yaml.safe_load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$made/$1" "$2"; }
# line FILE LINE: the file has the line, indented or not.
line() { sed 's/^[ -]*//' "$made/$1" | grep -qxF -e "$2" || { echo "$1 lacks: $2" && false; }; }

at=https://example.org/files
manifests --website https://example.org/lab/ --downloads $at/
id=winget/AttentionLab.AttentionLab
require "all: succeeds, and says what was made" '[ $code -eq 0 ] && [[ $output == *$id.yaml* ]] && [ "$(wc -l <<< "$output")" -eq 5 ]'
require "no name is left" '! grep -rE "@[A-Z_]+@" "$made"'
require "no comment has an address" '! grep -rE "#.*https?:" "$made"'
for kind in "" .installer .locale.en-US; do
  require "winget$kind: the version" 'line $id$kind.yaml "PackageVersion: 1.2.3"'
done
sha256=$(sum windows-x86_64-setup.exe)
require "winget: address and checksum of the installer" \
  'line $id.installer.yaml "InstallerUrl: $at/attention-lab-1.2.3-windows-x86_64-setup.exe" &&
   line $id.installer.yaml "InstallerSha256: ${sha256^^}" && line $id.installer.yaml "ReleaseDate: 2026-01-02"'
require "winget: the website" 'line $id.locale.en-US.yaml "PackageUrl: https://example.org/lab"'
key=$(sed -n 's/^!define KEY .*\\\(.*\)"$/\1/p' "$root/cmake/windows/installer.nsi")
require "winget: the installer's entry among the installed programs" 'line $id.installer.yaml "ProductCode: $key"'
require "Homebrew: sources, parts and their checksums" \
  'line homebrew/attention-lab.rb "url \"$at/attention-lab-1.2.3-source.tar.gz\"" &&
   line homebrew/attention-lab.rb "sha256 \"$(sum source.tar.gz)\"" && line homebrew/attention-lab.rb "sha256 \"$(sum parts.tar.gz)\""'
require "Flatpak: id, archive and its checksum" \
  'line flatpak/org.example.lab.yml "id: org.example.lab" && line flatpak/org.example.lab.yml "url: $at/attention-lab-1.2.3-x86_64.tar.gz" &&
   line flatpak/org.example.lab.yml "sha256: $(sum x86_64.tar.gz)"'

if [ -n "$python" ]; then
  require "winget is YAML: version" '[ "$(yaml $id.yaml "m[\"ManifestType\"], m[\"DefaultLocale\"]")" = "('\''version'\'', '\''en-US'\'')" ]'
  require "winget is YAML: one installer" \
    '[ "$(yaml $id.installer.yaml "len(m[\"Installers\"]), m[\"Installers\"][0][\"InstallerSha256\"].lower()")" = "(1, '\''$sha256'\'')" ]'
  require "winget is YAML: the changes of this version alone" \
    '[ "$(yaml $id.locale.en-US.yaml "m[\"ReleaseNotes\"]")" = "$(printf "%s\n" "- A \"new\" view: with a colon & more." "  It is 5% faster." "- Another.")" ]'
  yaml flatpak/org.example.lab.yml '"\n".join(c for x in m["modules"] for c in x["build-commands"])' > "$scratch/build"
  (cd "$scratch/files/name" && FLATPAK_ID=org.example.lab FLATPAK_DEST=$scratch/app sh -e "$scratch/build")
  require "Flatpak: its commands put the program in place, and types of files under its id" \
    '[ -e "$scratch/app/bin/attention-lab" ] && [ "$(ls "$scratch/app/share/mime/packages")" = org.example.lab.xml ]'
  require "Flatpak is YAML: one source" '[ "$(yaml flatpak/org.example.lab.yml "[s[\"type\"] for x in m[\"modules\"] for s in x[\"sources\"]]")" = "['\''archive'\'']" ]'
fi
! command -v ruby > /dev/null || require "Homebrew is Ruby" 'ruby -c "$made/homebrew/attention-lab.rb" > /dev/null'
if command -v flatpak-builder > /dev/null; then
  require "flatpak-builder reads its manifest" \
    '[[ $(cd "$scratch" && flatpak-builder --show-manifest "$made/flatpak/org.example.lab.yml") == *"$(sum x86_64.tar.gz)"* ]]'
fi

manifests --website https://example.org/lab
require "no --downloads: dist below the website" 'line homebrew/attention-lab.rb "url \"https://example.org/lab/dist/attention-lab-1.2.3-source.tar.gz\""'
manifests
require "no website: the addresses lead nowhere, and that is said" \
  '[ $code -eq 0 ] && [[ $output == *"lead nowhere"* ]] && line $id.locale.en-US.yaml "PackageUrl: https://attention-lab.invalid"'
rm "$tree/dist/attention-lab-1.2.3-windows-x86_64-setup.exe" "$tree/dist/attention-lab-1.2.3-parts.tar.gz"
manifests --website https://example.org/lab
require "what has no file: no manifest" '[ $code -eq 0 ] && [ "$(ls "$made")" = flatpak ] && [[ $output == *"setup.exe is missing, so its manifest is left out"* ]]'
sed -i 's/^## 1.2.3/## 1.2.4/' "$tree/CHANGELOG.md"
manifests
require "no date of the version: says so" '[ $code -eq 1 ] && [[ $output == *"no date of version 1.2.3"* ]]'
manifests --website example.org
require "not an address: is refused" '[ $code -eq 2 ] && [[ $output == *"not an address"* ]]'
manifests --quickly
require "no such option: says which there are" '[ $code -eq 2 ] && [[ $output == *"--website ADDRESS and --downloads ADDRESS"* ]]'
exit $((failures > 0))
