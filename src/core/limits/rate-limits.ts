import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { callerOf, type Caller } from '../callers';
import { Settings } from '../config';
import { Metrics, type CounterDeclaration } from '../metrics';
import { TooManyRequests } from '../problems';
import { clientAddress } from './client-address';
import { SharedCounts } from './shared-counts.service';

const WINDOW_SECONDS = 60;
/** Whoever watches the service must be answered, too. */
const EXEMPT = /^\/health(\/|$)/i;

const REFUSED: CounterDeclaration<'limit'> = {
  name: 'rate_limited_requests_total',
  help: 'Requests that were refused because there had been too many.',
  labels: { limit: ['key', 'address', 'authentication'] },
};

type Limit = Policy['name'] | 'authentication';

/** So many requests of one caller, or from one address, in a minute. */
interface Policy {
  readonly name: 'key' | 'address';
  /** 0: any number. */
  readonly most: number;
  /** As a sentence says it. */
  readonly per: string;
}

/** Limits the requests of each key and from each address. Responses say how many are left, as draft-ietf-httpapi-ratelimit-headers does. */
@Injectable()
export class RateLimits {
  constructor(
    private readonly settings: Settings,
    private readonly counts: SharedCounts,
    private readonly metrics: Metrics,
  ) {
    metrics.declare(REFUSED);
  }

  /** Before anything is done for a request. @throws TooManyRequests */
  get byAddress(): RequestHandler {
    const policy: Policy = { name: 'address', most: this.settings.rateLimitPerAddress, per: 'from one address' };
    return this.limit(policy, ({ ip }) => clientAddress(ip));
  }

  /** Once it is known who sends a request; requests without a key are not limited. @throws TooManyRequests */
  get byKey(): RequestHandler {
    const policy: Policy = { name: 'key', most: this.settings.rateLimitPerKey, per: 'with one key' };
    return this.limit(policy, (request) => nameOf(callerOf(request)));
  }

  /** @param reason a sentence */
  refusal(limit: Limit, reason: string): TooManyRequests {
    this.metrics.count(REFUSED, { limit });
    return new TooManyRequests(reason, this.counts.secondsLeft);
  }

  private limit({ name, most, per }: Policy, whose: (request: Request) => string | undefined): RequestHandler {
    if (most === 0) return (_request, _response, next) => next();
    return (request, response, next) => {
      const counted = EXEMPT.test(request.path) ? undefined : whose(request);
      if (counted === undefined) return next();
      const who = `${name} ${counted}`;
      const before = this.counts.of(who);
      announce(response, name, most, Math.max(0, most - before - 1), this.counts.secondsLeft);
      if (before >= most) return next(this.refusal(name, `There may be ${most} requests a minute ${per}.`));
      this.counts.add(who);
      next();
    };
  }
}

/** A key of the environment has no number, a user of the identity provider no key. */
function nameOf(caller: Caller | undefined): string | undefined {
  if (caller?.authentication === 'accessToken') return `of user ${caller.userID}`;
  if (caller?.authentication === 'apiKey') return caller.key ? String(caller.key.id) : caller.name.slice(0, 100);
  return undefined;
}

function announce(response: Response, policy: string, most: number, left: number, seconds: number): void {
  response.append('RateLimit-Policy', `"${policy}";q=${most};w=${WINDOW_SECONDS}`);
  response.append('RateLimit', `"${policy}";r=${left};t=${Math.ceil(seconds)}`);
}
