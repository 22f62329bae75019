import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { Unavailable, type ProblemKind } from '../problems/problem';
import { wantsLines } from './lines-wanted';
import { costOf, workOf } from './request-cost';

/** Not limited: whoever watches the service must be answered under load, too, and followers of the feed mostly wait. */
const EXEMPT = /^\/(health|metrics|api\/docs|api\/openapi\.json|api\/Changes)(\/|$)/i;
/** Requests that last as long as the other side takes to send or to read. */
const LASTING = /^\/api\/([^/]+\/(Import|Export|FromResume)|Documents\/[^/]+\/Content)\/?$/i;
/** How long a request waits for its turn. */
const PATIENCE_MS = 10_000;
/** Within so many turns of the event loop a connection is accepted and its request arrives. */
const TURNS_PER_ARRIVAL = 3;
/** How long requests may begin in one turn of the event loop: on the embedded database, most are done at once. */
const TURN_MS = 10;
/** Clients that send without end must not keep others waiting. */
const MOST_ROUNDS = 100;

const HOLD = Symbol('hold');
const END_TURN = Symbol('end turn');
/**
 * What a response holds of the limits. It is not in a `WeakMap` beside it, as what refers to its response would be kept there until V8
 * collects all garbage, and the response with it.
 */
interface Admitted extends Response {
  [HOLD]?: (cost: number) => void;
  [END_TURN]?: () => void;
}

/** The service has as much to do as it can. */
export class Overloaded extends Unavailable {
  static override readonly kind: ProblemKind = {
    type: '/problems/overloaded',
    status: 503,
    title: 'Too many requests at a time',
    meaning: 'The service has as many requests at a time as it takes on.',
    remedy: 'Send the request again after the seconds in Retry-After, and fewer at a time.',
  };

  constructor() {
    super('The service is busy with other requests. Try again in a moment.', 2);
  }
}

interface Waiting {
  readonly work: number;
  readonly proceed: () => void;
}

/** Limits the cost of the requests in the process, and how many of them work at a time. */
export class Load {
  private arrived = 0;
  /** The cost of the requests in the process. */
  private inFlight = 0;
  private working = 0;
  /** When the first request of this turn of the event loop has begun; undefined: none has. */
  private turnBegan: number | undefined;
  private readonly waiting = new Set<Waiting>();

  /**
   * @param most cost of the requests in the process; more are refused at once, but for one that is alone
   * @param mostWorking how much work is done at a time, as {@link workOf} counts it; other requests wait, so that a turn of the event loop
   * stays short
   * @param commitsTogether whether changes of several requests are committed together, as on the embedded database
   */
  constructor(
    private readonly most: number,
    private readonly mostWorking: number,
    private readonly commitsTogether: boolean,
  ) {}

  /** Refuses requests beyond the limit, before anything is done for them. @throws Overloaded */
  readonly refuse: RequestHandler = (request, response, next) => {
    this.arrived += 1;
    if (isExempt(request)) return next();
    const cost = costOf(request);
    if (this.inFlight > 0 && this.inFlight + cost > this.most) return next(new Overloaded());
    const hold = this.holdBy(response);
    hold(cost);
    response.once('close', () => hold(0));
    next();
  };

  /** @returns what changes the cost of a request that is in the process; it ends with 0 */
  private holdBy(response: Admitted): (cost: number) => void {
    let held: number | undefined;
    const hold = (cost: number): void => {
      if (held === 0) return;
      this.inFlight += cost - (held ?? 0);
      held = cost;
    };
    return (response[HOLD] = hold);
  }

  /** Lets requests work in the order in which they have arrived completely. */
  readonly takeTurns: RequestHandler = (request, response: Admitted, next) => {
    if (isExempt(request) || LASTING.test(request.path) || wantsLines(request)) return next();
    const work = workOf(request, this.commitsTogether);
    const begin = (): void => {
      this.working += work;
      this.beginTurn();
      // a client that reads slowly keeps nobody waiting, and no more of the limit than its connection
      onceEnded(response, () => {
        response[HOLD]?.(1);
        this.working -= work;
        if (this.waiting.size > 0) this.beginTurn();
      });
      next();
    };
    if (this.waiting.size === 0 && this.mayBegin(work)) return begin();
    const timer = setTimeout(() => this.waiting.delete(waiting) && next(new Overloaded()), PATIENCE_MS);
    const proceed = (): void => {
      clearTimeout(timer);
      if (!response.destroyed) begin();
    };
    const waiting = { work, proceed };
    this.waiting.add(waiting);
  };

  private mayBegin(work: number): boolean {
    return this.working + work <= this.mostWorking && !this.isTurnOver();
  }

  private isTurnOver(): boolean {
    return this.turnBegan !== undefined && performance.now() - this.turnBegan >= TURN_MS;
  }

  private beginTurn(): void {
    if (this.turnBegan !== undefined) return;
    this.turnBegan = performance.now();
    void this.endTurn();
  }

  /** If requests wait, not before whatever else has arrived has had its turn: on the embedded database, a request is done at once. */
  private async endTurn(): Promise<void> {
    await turnOfEventLoop();
    if (this.waiting.size > 0) await this.arrivals();
    this.turnBegan = undefined;
    for (const next of this.waiting) {
      if (!this.mayBegin(next.work)) return;
      this.waiting.delete(next);
      next.proceed();
    }
  }

  /** Node accepts one connection per turn of the event loop, and reads from it in the next one. */
  private async arrivals(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const before = this.arrived;
      for (let turn = 0; turn < TURNS_PER_ARRIVAL; turn++) await turnOfEventLoop();
      if (this.arrived === before) return;
    }
  }
}

const isExempt = ({ path }: Request): boolean => EXEMPT.test(path);

/** Lets others have their turn: what is left to do for this response needs little of the process. */
export const endTurn = (response: Admitted): void => response[END_TURN]?.();

/** When everything has been written, or the connection has been lost. */
function onceEnded(response: Admitted, work: () => void): void {
  let isDone = false;
  const done = (): void => {
    if (!isDone) work();
    isDone = true;
  };
  response[END_TURN] = done;
  response.once('close', done);
  const end = response.end.bind(response) as (...args: unknown[]) => Response;
  response.end = ((...args: unknown[]) => {
    done();
    return end(...args);
  }) as Response['end'];
}
