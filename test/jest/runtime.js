const { mkdtempSync, writeFileSync } = require('node:fs');
const { createRequire, isBuiltin } = require('node:module');
const { tmpdir } = require('node:os');
const { dirname, join, resolve } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { loadTypeScript, loadTypeScriptInThreads } = require('./typescript.js');

/** Specs and what supports them are loaded for each test file, and so is Jest. */
const OWN = /^(\.|\/|jest|@jest\/)/;
const SERVICE = resolve(__dirname, '../../src') + '/';

/** A process that watches goes on to run tests after the service was changed. */
const IS_WATCHING = process.argv.some((argument) => argument.startsWith('--watch'));

/**
 * Loads the service and its packages once per process and not for each test file, which saves half of the time. It leans on one private
 * part of Jest, `executor.compile`: without `runtime` and `testEnvironment` in jest.config.js, tests run the same way, only slower.
 */
loadTypeScriptInThreads();

module.exports = class SharingRuntime extends Runtime {
  constructor(...parts) {
    super(...parts);
    const { executor } = this;
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
    loadTypeScript((filename, map) => {
      // Jest remembers it for the lines of stack traces in later test files, too
      const path = join(mkdtempSync(join(tmpdir(), 'source-map-')), 'map');
      writeFileSync(path, map);
      this.getSourceMaps().set(filename, path);
    });
  }

  requireModuleOrMock(from, name) {
    return isShared(from, name) ? createRequire(from)(name.replace(/^(\..*)\.js$/, '$1')) : super.requireModuleOrMock(from, name);
  }
};

function isShared(from, name) {
  if (isBuiltin(name)) return false;
  return !OWN.test(name) || (!IS_WATCHING && resolve(dirname(from), name).startsWith(SERVICE));
}
