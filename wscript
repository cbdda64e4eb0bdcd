## -*- Mode: python; py-indent-offset: 4; indent-tabs-mode: nil; coding: utf-8; -*-
# SPDX-License-Identifier: GPL-2.0-only
#
# For ns-3.35, the last release with waf; its default C++17 is what the module needs. Later releases
# read CMakeLists.txt. ISA-L is not used here; the octets are the same without it. GSL is used if it is
# there.

# programs of their own out of tree, not part of the test library
NOT_TESTS = ['test/fuzz/*', 'test/standalone-*']


def configure(conf):
    # ns-3 looks for GSL, too, but later
    has_gsl = conf.check_cfg(package='gsl', args=['--cflags', '--libs'], uselib_store='HSN_GSL',
                             mandatory=False)
    conf.env['ENABLE_HSN_GSL'] = has_gsl
    conf.report_optional_feature('HsnGsl', 'hsn: closed forms and adaptive redundancy', has_gsl,
                                 'GSL not found')


def files(bld, *patterns, **kwargs):
    """Names of the files that match, relative to this folder, sorted."""
    return sorted(node.path_from(bld.path) for node in bld.path.ant_glob(list(patterns), **kwargs))


def needs_gsl(bld, name):
    """Such files have a line that says so."""
    return '\n// Needs GSL.\n' in bld.path.find_node(name).read(encoding='utf-8')


def build(bld):
    module = bld.create_ns3_module('hsn', ['core', 'network', 'internet', 'csma', 'virtual-net-device',
                                             'point-to-point', 'applications'])
    module.source = files(bld, 'model/**/*.cc', 'helper/*.cc')

    has_gsl = bld.env['ENABLE_HSN_GSL']
    if has_gsl:
        module.use.append('HSN_GSL')
        module.env.append_value('DEFINES', 'HSN_HAVE_GSL')

    module_test = bld.create_ns3_module_test_library('hsn')
    module_test.source = [name for name in files(bld, 'test/**/*.cc', excl=NOT_TESTS)
                          if has_gsl or not needs_gsl(bld, name)]

    headers = bld(features='ns3header')
    headers.module = 'hsn'
    headers.source = files(bld, 'model/**/*.h', 'helper/*.h')

    if bld.env['ENABLE_EXAMPLES']:
        bld.recurse('examples')
