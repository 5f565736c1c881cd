; The installer for Windows: for one user, without an administrator. makensis -DVERSION=… -DFILES=… -DOUT=… installer.nsi
Target amd64-unicode
!include MUI2.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\AttentionLab"
!define CLASSES "Software\Classes"
!define LESSON "AttentionLab.Lesson"

Name "Attention Lab"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Attention Lab"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
RequestExecutionLevel user
SetCompressor /SOLID lzma
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Attention Lab"
VIAddVersionKey "FileDescription" "Attention Lab: setup"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT License"

!define MUI_ICON "${FILES}\attention-lab.ico"
!define MUI_UNICON "${FILES}\attention-lab.ico"
!insertmacro MUI_PAGE_LICENSE "${FILES}\LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Section "Attention Lab"
  SetOutPath "$INSTDIR"
  File "${FILES}\attention-lab.exe"
  File "${FILES}\attention-lab.ico"
  File "${FILES}\LICENSE.txt"
  SetOutPath "$INSTDIR\docs"
  File "${FILES}\docs\*.md"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Attention Lab.lnk" "$INSTDIR\attention-lab.exe" "" "$INSTDIR\attention-lab.ico"

  ; A pack of a lesson opens in the program; Markdown stays Markdown, and offers the program in "Open with".
  WriteRegStr HKCU "${CLASSES}\.lesson" "" "${LESSON}"
  WriteRegStr HKCU "${CLASSES}\${LESSON}" "" "Lesson of Attention Lab"
  WriteRegStr HKCU "${CLASSES}\${LESSON}\DefaultIcon" "" "$INSTDIR\attention-lab.ico"
  WriteRegStr HKCU "${CLASSES}\${LESSON}\shell\open\command" "" '"$INSTDIR\attention-lab.exe" --open "%1"'
  WriteRegStr HKCU "${CLASSES}\Applications\attention-lab.exe" "FriendlyAppName" "Attention Lab"
  WriteRegStr HKCU "${CLASSES}\Applications\attention-lab.exe\shell\open\command" "" '"$INSTDIR\attention-lab.exe" --open "%1"'
  WriteRegStr HKCU "${CLASSES}\Applications\attention-lab.exe\SupportedTypes" ".lesson" ""
  WriteRegStr HKCU "${CLASSES}\Applications\attention-lab.exe\SupportedTypes" ".md" ""
  WriteRegStr HKCU "${CLASSES}\.md\OpenWithList\attention-lab.exe" "" ""

  WriteRegStr HKCU "${KEY}" "DisplayName" "Attention Lab"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\attention-lab.ico"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

; Takes away what the installer put there, and nothing that the user made.
Section "Uninstall"
  Delete "$INSTDIR\attention-lab.exe"
  Delete "$INSTDIR\attention-lab.ico"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\docs\guide.md"
  Delete "$INSTDIR\docs\command-line.md"
  RMDir "$INSTDIR\docs"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Attention Lab.lnk"
  DeleteRegKey HKCU "${CLASSES}\${LESSON}"
  ReadRegStr $0 HKCU "${CLASSES}\.lesson" ""
  StrCmp $0 "${LESSON}" 0 +2
    DeleteRegKey HKCU "${CLASSES}\.lesson"
  DeleteRegKey HKCU "${CLASSES}\Applications\attention-lab.exe"
  DeleteRegKey HKCU "${CLASSES}\.md\OpenWithList\attention-lab.exe"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
