import express, { type Express, type RequestHandler, type Router } from 'express';

type Layer = Express['router']['stack'][number];

/** A path and its methods, and what Express knows of them. */
export interface Route {
  readonly path: string;
  readonly methods: readonly string[];
  readonly layer?: Layer;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter?: Node;
  methods: readonly string[];
  /** The routes that end here. */
  readonly router: Router;
}

/** Looks up the routes of a path. A literal segment wins over a parameter; case and a trailing slash do not matter. */
export class RouteTable {
  private readonly root = emptyNode();

  constructor(routes: readonly Route[] = []) {
    this.add(routes);
  }

  add(routes: readonly Route[]): void {
    for (const { path, methods, layer } of routes) {
      const node = segmentsOf(path).reduce(child, this.root);
      node.methods = [...new Set([...node.methods, ...methods])].sort();
      if (layer) node.router.stack.push(layer);
    }
  }

  /** In upper case; undefined for an unknown path. */
  methodsOf(path: string): readonly string[] | undefined {
    return this.find(path)?.methods;
  }

  /** Express' own router, but only of the routes of this path. */
  routerOf(path: string): Router | undefined {
    return this.find(path)?.router;
  }

  private find(path: string): Node | undefined {
    return find(this.root, segmentsOf(path), 0);
  }
}

const emptyNode = (): Node => ({ literals: new Map(), methods: [], router: express.Router() });
const isParameter = (segment: string): boolean => /^[:*{]/.test(segment);
const segmentsOf = (path: string): string[] => path.toLowerCase().replace(/\/$/, '').split('/').slice(1);

function child(node: Node, segment: string): Node {
  if (isParameter(segment)) return (node.parameter ??= emptyNode());
  const next = node.literals.get(segment) ?? emptyNode();
  node.literals.set(segment, next);
  return next;
}

function find(node: Node, segments: readonly string[], at: number): Node | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.methods.length > 0 ? node : undefined;
  const literal = node.literals.get(segment);
  return (
    (literal && find(literal, segments, at + 1)) ?? (node.parameter && segment !== '' ? find(node.parameter, segments, at + 1) : undefined)
  );
}

/** The routes registered with Express, once the application is initialised. */
export function routesOf(app: Express): Route[] {
  return app.router.stack.flatMap((layer) =>
    layer.route ? [{ path: String(layer.route.path), methods: methodsOf(layer.route), layer }] : [],
  );
}

/**
 * Fills a table with the routes of Express and has them looked up there: Express tries hundreds one after the other, and takes
 * `/things/:id` for `/things/last` if it was registered first. To be called when all are registered.
 */
export function dispatchBy(table: RouteTable, app: Express): void {
  const { stack } = app.router;
  table.add(routesOf(app));
  const dispatch: RequestHandler = (request, response, next) => {
    const router = table.routerOf(request.path);
    if (router) router(request, response, next);
    else next();
  };
  app.use(dispatch);
  const layer = stack.pop()!;
  // before all routes, which are left to those who list them
  stack.splice(
    stack.findIndex(({ route }) => route),
    0,
    layer,
  );
}

function methodsOf(route: object): string[] {
  const methods = 'methods' in route && typeof route.methods === 'object' ? Object.keys(route.methods ?? {}) : [];
  return methods.map((method) => method.toUpperCase());
}
