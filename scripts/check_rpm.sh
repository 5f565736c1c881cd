#!/usr/bin/env bash
# Checks the program's RPM: it has the same files as the Debian package beside it, root owns them, their modes are those
# of programs or data, the required libraries exist on other systems, and the program starts.
# Usage: scripts/check_rpm.sh FILE.rpm
set -euo pipefail

rpm=$(realpath "${1:?scripts/check_rpm.sh: name the RPM}")
problems=0
problem() {
  echo "scripts/check_rpm.sh: ${rpm##*/}: $*" >&2
  problems=$((problems + 1))
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ask() { rpm -qp --nosignature "$@" "$rpm"; }

# The libraries that the RPM brings because no other system has files of these names.
own='lib(stb|utf8proc)\.so'

# Systems with RPM have another folder for zsh, and the RPM has its list of changes in itself.
name=$(ask --qf '%{NAME}_%{VERSION}')
deb=("${rpm%/*}/${name}_"*.deb)
ask -l | LC_ALL=C sort | grep -vE "/$own" > "$scratch/in_rpm" || true
dpkg-deb --fsys-tarfile "${deb[0]}" | tar -t | sed -e '/changelog\.gz$/d' -e 's|zsh/vendor-completions|zsh/site-functions|' \
  -e 's|^\.||' > "$scratch/deb_and_folders"
grep -v '/$' "$scratch/deb_and_folders" | LC_ALL=C sort > "$scratch/in_deb"
sed -n 's|/$||p' "$scratch/deb_and_folders" > "$scratch/folders"
grep -vxFf "$scratch/folders" "$scratch/in_rpm" > "$scratch/rpm_files" || true
difference=$(diff "$scratch/in_deb" "$scratch/rpm_files") || problem "has other files than ${deb[0]##*/}: $difference"
# Of the folders it has only its own.
strange=$(grep -xFf "$scratch/folders" "$scratch/in_rpm" | grep -vE '/attention-lab(/|$)') || true
[ -z "$strange" ] || problem "owns folders of the system: $strange"

strange=$(ask --qf '[%{FILEMODES:perms} %{FILEUSERNAME} %{FILEGROUPNAME} %{FILENAMES}\n]' |
  grep -vE '^(-rw-r--r--|drwxr-xr-x|lrwxrwxrwx) root root |^-rwxr-xr-x root root /usr/bin/') || true
[ -z "$strange" ] || problem "has files of other modes or owners: $strange"
strange=$(ask --qf '[%{FILEMTIMES}\n]%{BUILDTIME}\n' | sort -u)
[ "$(wc -l <<< "$strange")" -eq 1 ] || problem "has more dates than one: $strange"
[ "$(ask --qf '%{BUILDHOST}')" = reproducible ] || problem "names the machine that built it: $(ask --qf '%{BUILDHOST}')"

# What it requires, by soname: C, C++, OpenGL, fonts, the window, texts.
ask --requires > "$scratch/requires"
libraries='c|m|gcc_s|stdc\+\+|GL|EGL|dbus-1|freetype|fontconfig|glfw|epoxy|md4c|fribidi'
strange=$(grep -vE "^(lib($libraries)|ld-linux-[a-z0-9-]+)\.so\.|^rpmlib\(|^rtld\(|^\$" "$scratch/requires") || true
[ -z "$strange" ] || problem "requires what other systems may lack: $strange"
for library in GL EGL glfw stdc++; do
  grep -qF "lib$library.so." "$scratch/requires" || problem "does not require lib$library"
done
strange=$(ask --provides | grep -F '.so') || true
[ -z "$strange" ] || problem "offers its own libraries to others: $strange"
[ -z "$(ask --scripts)" ] || problem "runs something at installation: $(ask --scripts)"
[[ $(ask --changelog) == *"${name##*_}-1"* ]] || problem "has no changes of ${name##*_}"

(cd "$scratch" && mkdir root && cd root && rpm2cpio "$rpm" | cpio -idm --quiet --no-absolute-filenames)
if [ -d build ]; then
  strange=$(grep -rlF "$PWD" "$scratch/root") || true
  [ -z "$strange" ] || problem "has the path of the build folder in $strange"
fi
program=$scratch/root/usr/bin/attention-lab
foreign=$(ldd "$program" | grep -E "^\s*(libattnlab|$own)" | grep -vF "$scratch/root/usr/bin/../lib/attention-lab/libraries/") || true
[ -z "$foreign" ] || problem "finds libraries elsewhere that it brings itself: $foreign"
"$program" --version > /dev/null || problem "does not start"
exit $((problems > 0))
