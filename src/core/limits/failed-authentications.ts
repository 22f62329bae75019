import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import { callerOf, secretOf } from '../callers';
import { Settings } from '../config';
import { clientAddress } from './client-address';
import { RateLimits } from './rate-limits';
import { SharedCounts } from './shared-counts.service';

/** Keys and tokens that are remembered. */
const MOST_KNOWN = 10_000;

/**
 * Refuses further attempts from an address from which too many have failed within a minute, without looking at the keys: whoever tries out
 * keys learns nothing. Keys and tokens that have been right before go through: an office may share its address with whoever tries.
 */
@Injectable()
export class FailedAuthentications {
  /** Hashes of what was right, the least recently used first. */
  private readonly known = new Set<string>();

  constructor(
    private readonly settings: Settings,
    private readonly counts: SharedCounts,
    private readonly limits: RateLimits,
  ) {}

  /** Before authentication. @throws TooManyRequests */
  readonly slowDown: RequestHandler = (request, response, next) => {
    const most = this.settings.failedAuthenticationsPerAddress;
    const secret = secretOf(request);
    if (most === 0 || secret === undefined) return next();
    const [who, hash] = [`failed ${clientAddress(request.ip)}`, createHash('sha256').update(secret).digest('base64')];
    if (this.counts.of(who) >= most && !this.known.has(hash))
      return next(this.limits.refusal('authentication', `Authentication has failed ${most} times within a minute from your address.`));
    response.once('close', () => {
      if (response.statusCode === 401) this.counts.add(who);
      else this.remember(request, hash);
    });
    next();
  };

  private remember(request: Request, hash: string): void {
    if (!callerOf(request)) return;
    this.known.delete(hash);
    this.known.add(hash);
    const [oldest] = this.known;
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }
}
