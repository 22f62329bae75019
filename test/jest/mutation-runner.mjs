import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { determineHitLimitReached, DryRunStatus, TestStatus, toMutantRunResult } from '@stryker-mutator/api/test-runner';
import { Specs } from './specs.mjs';

/**
 * Runs specs for Stryker in one process that loads them once: a mutant is switched on in code that is already there. Jest
 * loads everything anew for each mutant, which takes a hundred times as long.
 */
class MutationRunner {
  #specs = new Specs();
  #faults = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});
  #end;

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    const require = createRequire(resolve('package.json'));
    const { globalSetup, globalTeardown, setupFiles } = require(resolve('jest.config.js'));
    const inProject = (path) => require(path.replace('<rootDir>', '.'));
    const { specs, cases } = require(resolve('test/jest/mutated-rooms.js'))[process.env.MUTATED_ROOM];
    if (cases) process.env.PROPERTY_RUNS ??= String(cases);
    process.env.NODE_ENV = 'test';
    inProject(globalSetup)();
    this.#end = () => inProject(globalTeardown)();
    require(resolve('test/jest/typescript.js')).loadTypeScript();
    for (const path of [...setupFiles, './test/jest/same-cases.js']) inProject(path);
    for (const path of specs.flatMap(specsIn)) this.#specs.load(path, () => require(resolve(path)));
  }

  async dryRun() {
    const tests = await this.#run({ bail: false });
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.#faults.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, disableBail, hitLimit }) {
    Object.assign(this.#faults, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit ? 0 : undefined });
    const tests = await this.#run({ only: testFilter && new Set(testFilter), bail: !disableBail });
    const endless = determineHitLimitReached(this.#faults.hitCount, hitLimit);
    Object.assign(this.#faults, { activeMutant: undefined, hitLimit: undefined, hitCount: undefined });
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests }, disableBail);
  }

  async dispose() {
    await this.#end?.();
  }

  async #run({ only, bail }) {
    const results = await this.#specs.run({ only, bail, starting: (id) => (this.#faults.currentTestId = id) });
    return results.map(({ id, path, name, milliseconds, failure }) => ({
      ...{ id, name, fileName: resolve(path), timeSpentMs: milliseconds },
      ...(failure === undefined ? { status: TestStatus.Success } : { status: TestStatus.Failed, failureMessage: failure }),
    }));
  }
}

const specsIn = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true })
        .filter((name) => name.endsWith('.spec.ts'))
        .map((name) => join(path, name));

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'one-process', MutationRunner)];
