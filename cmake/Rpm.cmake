# The RPM attention-lab, made by CPack: the settings that only an RPM has. The library has no RPM: its files lie where CMake
# and pkg-config look on Debian.
set(CPACK_RPM_PACKAGE_NAME attention-lab)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_RELEASE 1)
set(CPACK_RPM_PACKAGE_GROUP "Applications/Engineering")
# Of the program and of what is compiled into it or comes along: scripts/licenses.sh.
set(CPACK_RPM_PACKAGE_LICENSE
  "MIT AND Apache-2.0 AND Bitstream-Vera AND BSD-3-Clause AND MPL-2.0 AND OFL-1.1 AND Unicode-DFS-2015")
string(SUBSTRING "${attnlab_synopsis}" 0 1 first)
string(SUBSTRING "${attnlab_synopsis}" 1 -1 others)
string(TOUPPER "${first}" first)
set(CPACK_RPM_PACKAGE_SUMMARY "${first}${others}")
set(CPACK_RPM_PACKAGE_DESCRIPTION "${attnlab_description}")
set(CPACK_PACKAGE_RELOCATABLE OFF)
set(CPACK_RPM_COMPRESSION_TYPE xz)
if(ATTNLAB_WEBSITE)
  set(CPACK_RPM_PACKAGE_URL ${ATTNLAB_WEBSITE})
endif()

attnlab_release_date(date "+%a %b %d %Y")
file(WRITE ${made}/changelog.rpm "* ${date} ${ATTNLAB_MAINTAINER} - ${PROJECT_VERSION}-1\n${attnlab_changes}\n")
set(CPACK_RPM_CHANGELOG_FILE ${made}/changelog.rpm)

# rpmbuild finds the libraries that the program needs. OpenGL is loaded when the window opens, by name.
set(word "")
if(CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(word "()(64bit)")
endif()
set(CPACK_RPM_PACKAGE_REQUIRES "libGL.so.1${word}, libEGL.so.1${word}")
# Libraries of the program's own folder are for nobody else. The bytes depend on the sources alone: not on the machine's
# name, nor on the time.
set(CPACK_RPM_SPEC_MORE_DEFINE
"Recommends: hicolor-icon-theme, mesa-dri-drivers, font(:lang=zh-cn), font(:lang=ja), font(:lang=ko)
%global __provides_exclude_from ^/usr/lib/attention-lab/.*$
%global __requires_exclude ^lib(attnlab_core|stb|utf8proc)[.]so.*$
%global _build_id_links none
%global _buildhost reproducible
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1")

# Folders of the system, which other packages own.
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION)
foreach(folder applications bash-completion/completions fish/vendor_completions.d man/man1 metainfo mime/packages
               zsh/site-functions icons/hicolor/scalable/apps)
  string(REPLACE "/" ";" parts ${folder})
  set(path /usr/share)
  foreach(part IN LISTS parts)
    string(APPEND path /${part})
    list(APPEND CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION ${path})
  endforeach()
endforeach()
foreach(size 16 24 32 48 64 128 256 512)
  set(path /usr/share/icons/hicolor/${size}x${size})
  list(APPEND CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION ${path} ${path}/apps)
endforeach()
list(REMOVE_DUPLICATES CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION)
set(CPACK_RPM_USER_FILELIST "%license /usr/share/doc/attention-lab/copyright")

# Read by cpack before it makes a package: one RPM has the components that are for it, with the dates of SOURCE_DATE_EPOCH.
file(WRITE ${PROJECT_BINARY_DIR}/CPackRpm.cmake
"if(CPACK_GENERATOR STREQUAL \"RPM\")
  set(CPACK_INSTALL_CMAKE_PROJECTS
    \"${PROJECT_BINARY_DIR};${PROJECT_NAME};runtime;/;${PROJECT_BINARY_DIR};${PROJECT_NAME};elsewhere;/\")
  set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/RpmDates.cmake)
endif()
")
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/CPackRpm.cmake)
