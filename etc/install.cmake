# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where: the layout that Debian users expect of a daemon.
set(generated ${CMAKE_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${generated})

# Under /usr the configuration belongs into /etc, anywhere else below the prefix.
if(CMAKE_INSTALL_FULL_SYSCONFDIR STREQUAL "/etc")
    set(configuration_dir /etc/crosspoint)
else()
    set(configuration_dir ${CMAKE_INSTALL_SYSCONFDIR}/crosspoint)
endif()

if(TARGET crosspointd)
    install(TARGETS crosspointd RUNTIME DESTINATION ${CMAKE_INSTALL_SBINDIR})
    # The name that scripts and service units of the router before us start.
    file(CREATE_LINK crosspointd ${generated}/qdrouterd SYMBOLIC)
    install(FILES ${generated}/qdrouterd DESTINATION ${CMAKE_INSTALL_SBINDIR})
endif()

# An operator's own configuration survives an upgrade; the new default then stands beside it.
install(CODE "
    set(place \"${configuration_dir}\")
    if(NOT IS_ABSOLUTE \"\${place}\")
        set(place \"\${CMAKE_INSTALL_PREFIX}/\${place}\")
    endif()
    set(default \"${PROJECT_SOURCE_DIR}/etc/crosspoint.conf\")
    set(there \"\$ENV{DESTDIR}\${place}/crosspoint.conf\")
    set(name crosspoint.conf)
    if(EXISTS \"\${there}\")
        file(SHA256 \"\${there}\" old)
        file(SHA256 \"\${default}\" new)
        if(NOT old STREQUAL new)
            set(name crosspoint.conf.new)
        endif()
    endif()
    file(INSTALL DESTINATION \"\${place}\" TYPE FILE FILES \"\${default}\"
        RENAME \"\${name}\" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
")

configure_file(${PROJECT_SOURCE_DIR}/etc/crosspoint.service.in ${generated}/crosspoint.service
    @ONLY)
install(FILES ${generated}/crosspoint.service DESTINATION lib/systemd/system)

# Written pages, and those that the build generates from the management schema. Both are found by
# the names of the router before us, too.
file(CREATE_LINK crosspointd.8 ${generated}/qdrouterd.8 SYMBOLIC)
file(CREATE_LINK crosspoint.conf.5 ${generated}/qdrouterd.conf.5 SYMBOLIC)
foreach(section IN ITEMS 1 5 7 8)
    file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.${section})
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
    install(DIRECTORY ${generated}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section}
        FILES_MATCHING PATTERN "*.${section}")
endforeach()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/crosspoint
    PATTERN man EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/crosspoint)
