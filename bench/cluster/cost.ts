import { processorTimeOf } from '../processor-time';
import type { Server } from '../server';
import type { DatabaseNode } from './database-node';

/** Processes of the service and the nodes beneath them. */
export interface Members {
  readonly services: readonly Server[];
  readonly nodes: readonly DatabaseNode[];
}

/** What a request, or a record of a run, cost. */
export interface Cost {
  readonly perSecond: number;
  /** CPU time of the processes in milliseconds. */
  readonly service: number;
  /** CPU time of all nodes in milliseconds. */
  readonly database: number;
  /** Sent to all nodes. */
  readonly statements: number;
  /** Transactions that were rolled back since another node had committed a change of the same row, per thousand. */
  readonly conflicts: number;
}

/** @param work tells how much it has done: requests or records */
export async function costOf(members: Members, work: () => Promise<number>): Promise<Cost> {
  const before = await counters(members);
  const begin = performance.now();
  const done = await work();
  const seconds = (performance.now() - begin) / 1000;
  const after = await counters(members);
  const each = (name: keyof Counters): number => (after[name] - before[name]) / done;
  return {
    perSecond: done / seconds,
    service: each('service'),
    database: each('database'),
    statements: each('statements'),
    conflicts: each('conflicts') * 1000,
  };
}

interface Counters {
  readonly service: number;
  readonly database: number;
  readonly statements: number;
  readonly conflicts: number;
}

async function counters({ services, nodes }: Members): Promise<Counters> {
  const states = await Promise.all(nodes.map((node) => node.query<{ Variable_name: string; Value: string }>(STATUS)));
  const status = (...names: readonly string[]): number =>
    sum(states.flat().map(({ Variable_name, Value }) => (names.includes(Variable_name) ? Number(Value) : 0)));
  return {
    service: sum(services.map(({ processorTime = 0 }) => processorTime)),
    database: sum(nodes.map(({ processID }) => processorTimeOf(processID) ?? 0)),
    statements: status('Questions'),
    conflicts: status('wsrep_local_cert_failures', 'wsrep_local_bf_aborts'),
  };
}

const STATUS = "SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'wsrep_local_cert_failures', 'wsrep_local_bf_aborts')";
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
