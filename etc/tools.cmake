# SPDX-License-Identifier: Apache-2.0
# The command line tools: launchers in bin/ of the build, which run what is in the source tree, and
# the same for installation. The library is for everybody; what only the tools use is private.
set(tools xpstat xpmanage)
set(old_name_of_xpstat qdstat)
set(old_name_of_xpmanage qdmanage)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set(python_library_dir lib/python3/dist-packages) # all versions of Debian's Python look there
else()
    set(python_library_dir
        lib/python${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}/dist-packages)
endif()
set(tools_dir ${CMAKE_INSTALL_DATADIR}/crosspoint)
set(completions_dir ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)

# Not below ${generated}: from there all manual pages are installed, with their directories.
set(launchers ${CMAKE_BINARY_DIR}/tools)
foreach(tool IN LISTS tools)
    set(old_name ${old_name_of_${tool}})
    set(places ${PROJECT_SOURCE_DIR}/python)
    configure_file(${PROJECT_SOURCE_DIR}/etc/tool.in ${CMAKE_BINARY_DIR}/bin/${tool} @ONLY
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
        WORLD_READ WORLD_EXECUTE)
    file(CREATE_LINK ${tool} ${CMAKE_BINARY_DIR}/bin/${old_name} SYMBOLIC)

    set(places ../${tools_dir}:../${python_library_dir})
    configure_file(${PROJECT_SOURCE_DIR}/etc/tool.in ${launchers}/${tool} @ONLY)
    file(CREATE_LINK ${tool} ${launchers}/${old_name} SYMBOLIC)
    install(PROGRAMS ${launchers}/${tool} DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(FILES ${launchers}/${old_name} DESTINATION ${CMAKE_INSTALL_BINDIR})

    file(CREATE_LINK ${tool}.1 ${launchers}/${old_name}.1 SYMBOLIC)
    install(FILES ${launchers}/${old_name}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    file(CREATE_LINK ${tool} ${launchers}/completion-${old_name} SYMBOLIC)
    install(FILES ${launchers}/completion-${old_name} DESTINATION ${completions_dir}
        RENAME ${old_name})
endforeach()

# Options and types come from the tools themselves, so that nothing is listed twice.
file(GLOB_RECURSE tool_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/router_tools/*.py
    ${PROJECT_SOURCE_DIR}/python/crosspoint/*.py)
set(completions ${CMAKE_BINARY_DIR}/tools/completions)
add_custom_command(OUTPUT ${completions}/xpstat ${completions}/xpmanage
    COMMAND ${CMAKE_COMMAND} -E make_directory ${completions}
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${PROJECT_SOURCE_DIR}/python
        PYTHONDONTWRITEBYTECODE=1 ${Python3_EXECUTABLE} -m router_tools.completion ${completions}
    DEPENDS ${tool_sources} ${schema}/entities.json VERBATIM)
add_custom_command(OUTPUT ${generated}/xpstat.1 ${generated}/xpmanage.1
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${PROJECT_SOURCE_DIR}/python
        PYTHONDONTWRITEBYTECODE=1 ${Python3_EXECUTABLE} -m router_tools.manual ${generated}
    DEPENDS ${tool_sources} ${schema}/entities.json VERBATIM)
add_custom_target(tool_pages ALL DEPENDS ${completions}/xpstat ${completions}/xpmanage
    ${generated}/xpstat.1 ${generated}/xpmanage.1)
install(FILES ${completions}/xpstat ${completions}/xpmanage DESTINATION ${completions_dir})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/crosspoint DESTINATION ${python_library_dir}
    FILES_MATCHING PATTERN "*.py" PATTERN __pycache__ EXCLUDE)
install(FILES ${schema}/entities.json DESTINATION ${python_library_dir}/crosspoint)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/router_tools DESTINATION ${tools_dir}
    FILES_MATCHING PATTERN "*.py" PATTERN __pycache__ EXCLUDE)
# Users may not write beside the modules, so that Python would compile them at every start.
foreach(modules IN ITEMS ${python_library_dir}/crosspoint ${tools_dir}/router_tools)
    install(CODE "execute_process(COMMAND ${Python3_EXECUTABLE} -m compileall -q
        -s \"\$ENV{DESTDIR}\" \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${modules}\")")
endforeach()
