import { expect } from 'expect';
import { bind } from 'jest-each';
import { ModuleMocker } from 'jest-mock';

/** Loads specs written for Jest once, and runs them, or some of them, as often as asked. */
export class Specs {
  #mocker = new ModuleMocker(globalThis);
  #files = [];
  #group;

  constructor() {
    const group = (name, define) => this.#enter(name, define);
    const test = (name, run) => void this.#group.members.push({ ...named(this.#group, name), path: this.#group.path, run });
    const [describe, it] = [group, test].map((each) => Object.assign(each, { each: bind(each, false), skip: skipped() }));
    const hook = (kind) => (run) => void this.#group[kind].push(run);
    Object.assign(globalThis, { describe, it, test: it, expect });
    for (const kind of HOOKS) globalThis[kind] = hook(kind);
    const mocks = ['fn', 'spyOn', 'restoreAllMocks'].map((name) => [name, this.#mocker[name].bind(this.#mocker)]);
    globalThis.jest = Object.fromEntries(mocks);
  }

  load(path, define) {
    const file = { ...groupOf(undefined, path), path };
    this.#files.push(file);
    this.#group = file;
    define();
    this.#group = undefined;
  }

  /** @param starting is told the id of each test before it runs */
  async run({ only, bail, starting }) {
    const run = { wanted: (id) => only?.has(id) ?? true, bail, starting, results: [], isOver: false, stray: undefined };
    const onStray = (error) => (run.stray ??= error);
    for (const kind of STRAYS) process.on(kind, onStray);
    for (const file of this.#files) {
      await runGroup(file, run);
      this.#mocker.restoreAllMocks();
    }
    for (const kind of STRAYS) process.off(kind, onStray);
    return run.results;
  }

  #enter(name, define) {
    const outer = this.#group;
    this.#group = { ...groupOf(outer, name), path: outer.path };
    outer.members.push(this.#group);
    define();
    this.#group = outer;
  }
}

const HOOKS = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];
/** What a test leaves behind: Jest fails the test for it, too. */
const STRAYS = ['uncaughtException', 'unhandledRejection'];

const named = (outer, name) => ({ name: String(name), id: outer ? `${outer.id} ${name}` : name });
const groupOf = (outer, name) => ({ ...named(outer, name), members: [], ...Object.fromEntries(HOOKS.map((kind) => [kind, []])) });
const skipped = () => Object.assign(() => undefined, { each: () => () => undefined });
const testsOf = ({ members }) => members.flatMap((each) => (each.members ? testsOf(each) : [each]));

async function runGroup(group, run, around = [], broken = undefined) {
  const first = testsOf(group).find(({ id }) => run.wanted(id));
  if (!first || run.isOver) return;
  run.starting(first.id);
  const failure = broken ?? (await failureOf(group.beforeAll, run));
  const inside = [...around, group];
  for (const member of group.members) {
    if (run.isOver) break;
    await (member.members ? runGroup(member, run, inside, failure) : runTest(member, run, inside, failure));
  }
  await failureOf(group.afterAll, run);
  run.starting(undefined);
}

async function runTest(test, run, groups, broken) {
  if (!run.wanted(test.id)) return;
  run.starting(test.id);
  const began = Date.now();
  const before = groups.flatMap(({ beforeEach }) => beforeEach);
  const after = groups.toReversed().flatMap(({ afterEach }) => afterEach);
  const failure = broken ?? (await failureOf([...before, test.run], run)) ?? (await failureOf(after, run));
  run.results.push({ ...test, milliseconds: Date.now() - began, failure });
  run.isOver = run.bail && failure !== undefined;
}

async function failureOf(steps, run) {
  run.stray = undefined;
  try {
    for (const step of steps) await step();
    return run.stray && messageOf(run.stray);
  } catch (error) {
    return messageOf(error);
  }
}

const messageOf = (error) => String(error?.message ?? error) || 'failed';
