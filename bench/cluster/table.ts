import type { Cost, Members } from './cost';

export const COLUMNS = [
  'nodes',
  'processes',
  '',
  'a second',
  'CPU ms, service',
  'CPU ms, nodes',
  'statements',
  'conflicts per 1,000',
] as const;

export const rowOf = ({ services, nodes }: Members, name: string, cost: Cost): string[] => [
  String(nodes.length),
  String(services.length),
  name,
  cost.perSecond.toFixed(0),
  cost.service.toFixed(2),
  cost.database.toFixed(2),
  cost.statements.toFixed(1),
  cost.conflicts.toFixed(1),
];
