import type { Express } from 'express';

type Layer = Express['router']['stack'][number];

/** A path and its methods. */
export interface Route {
  readonly path: string;
  readonly methods: readonly string[];
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter?: Node;
  readonly methods: Set<string>;
}

/** Looks up the methods of a path. A literal segment wins over a parameter; case and a trailing slash do not matter. */
export class RouteTable {
  private readonly root = emptyNode();

  constructor(routes: readonly Route[]) {
    for (const { path, methods } of routes) {
      const node = segmentsOf(path).reduce(child, this.root);
      for (const method of methods) node.methods.add(method);
    }
  }

  /** In upper case; undefined for an unknown path. */
  methodsOf(path: string): readonly string[] | undefined {
    const node = find(this.root, segmentsOf(path));
    return node && [...node.methods].sort();
  }
}

const emptyNode = (): Node => ({ literals: new Map(), methods: new Set() });
const isParameter = (segment: string): boolean => /^[:*{]/.test(segment);
const segmentsOf = (path: string): string[] => path.toLowerCase().replace(/\/$/, '').split('/').slice(1);

function child(node: Node, segment: string): Node {
  if (isParameter(segment)) return (node.parameter ??= emptyNode());
  const next = node.literals.get(segment) ?? emptyNode();
  node.literals.set(segment, next);
  return next;
}

function find(node: Node, [segment, ...rest]: readonly string[]): Node | undefined {
  if (segment === undefined) return node.methods.size > 0 ? node : undefined;
  const literal = node.literals.get(segment);
  return (literal && find(literal, rest)) ?? (node.parameter && segment !== '' ? find(node.parameter, rest) : undefined);
}

/** The routes registered with Express, once the application is initialised. */
export function routesOf(express: Express): Route[] {
  return stackOf(express).flatMap(({ route }) => (route ? [{ path: String(route.path), methods: methodsOf(route) }] : []));
}

/** Sorts routes with literal segments before those with a parameter instead, so that Express tries them first. */
export function literalsFirst(express: Express): void {
  const stack = stackOf(express);
  const positions = stack.flatMap(({ route }, position) => (route ? [position] : []));
  const sorted = positions.map((position) => stack[position]!).sort((a, b) => compare(String(a.route!.path), String(b.route!.path)));
  positions.forEach((position, index) => (stack[position] = sorted[index]!));
}

const stackOf = (express: Express): Layer[] => express.router.stack;

function methodsOf(route: object): string[] {
  const methods = 'methods' in route && typeof route.methods === 'object' ? Object.keys(route.methods ?? {}) : [];
  return methods.map((method) => method.toUpperCase());
}

/** "001": which segments are parameters. Of two routes that match the same path, the one with the earlier literal sorts first. */
const parametersOf = (path: string): string =>
  segmentsOf(path)
    .map((segment) => (isParameter(segment) ? '1' : '0'))
    .join('');

function compare(a: string, b: string): number {
  const [one, other] = [parametersOf(a), parametersOf(b)];
  return one === other ? 0 : one < other ? -1 : 1;
}
