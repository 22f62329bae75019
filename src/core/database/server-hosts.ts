import { connect, type Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import type { SslOptions } from 'mysql2';
import type { MysqlDataSourceOptions } from 'typeorm/driver/mysql/MysqlDataSourceOptions';
import { hostText, type HostAndPort } from '../config';
import { withTimeout } from '../time/timeout';
import { CONNECTION_DROPPED } from './errors';
import { connectForPackets } from './packet-socket';

/** How often the host in use is examined if there are others. */
const EXAMINE_MS = 1000;
/** Within what a host has to answer. */
const PATIENCE_MS = 1000;
const PATIENCE_AT_START_MS = 4000;
const SILENT = 'does not answer';

/** Finds out what is wrong with a host. @returns undefined if it can be used @throws Error that says why not, if it answers with one */
export type Examine = (host: HostAndPort, signal: AbortSignal) => Promise<string | undefined>;

/** Expects an answer of the host in use. @returns what to call when it has come */
type Expect = () => () => void;

/** What the driver keeps of a connection; those of a pool share it. */
interface ConnectionConfig {
  host?: string;
  port?: number;
  readonly ssl?: unknown;
}

/** The options of a data source on a server. */
export interface ServerOptions extends MysqlDataSourceOptions {
  readonly hosts: ServerHosts;
  readonly ssl: SslOptions | undefined;
}

/**
 * The hosts of a server, of which this process uses one at a time, so that what it reads follows what it has written. It stays with that
 * one as long as it can be used, though one before it in the list may be back.
 */
export class ServerHosts {
  current: HostAndPort;
  /** Why it is to be left, as soon as another can be used; undefined while it can be used. A single one is not examined. */
  obstacle: string | undefined;
  private readonly log = new Logger('DatabaseHosts');
  private readonly sockets = new Set<Socket>();
  private readonly moveListeners: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isReviewing = false;
  /** While it is watched. */
  private expectAnswer: Expect | undefined;

  constructor(
    readonly all: readonly [HostAndPort, ...HostAndPort[]],
    private readonly examine: Examine,
  ) {
    this.current = all[0];
  }

  get areSeveral(): boolean {
    return this.all.length > 1;
  }

  /** Takes the first that can be used; a single one is not examined. @throws Error if there is none */
  async choose(): Promise<void> {
    if (!this.areSeveral) return;
    const { usable, obstacles } = await this.find(this.all, PATIENCE_AT_START_MS);
    if (!usable) throw new Error(`none of its hosts can be used: ${obstacles.join(', ')}`);
    this.current = usable;
    this.log.log(`Uses ${hostText(usable)}.`);
  }

  /** Opens a connection to the host in use, and closes it when another is taken. Its certificate has to be for the host in `config`. */
  readonly connect = ({ config }: { readonly config: ConnectionConfig }): Socket => {
    const { host, port } = Object.assign(config, this.current);
    const opened = config.ssl ? connect(port, host) : connectForPackets(port, host);
    const socket = opened.setNoDelay(true).setKeepAlive(true);
    this.sockets.add(socket);
    socket.once('close', () => {
      this.sockets.delete(socket);
      void this.review();
    });
    return socket;
  };

  /** Goes on examining the host in use, if there are others. */
  watch(expectAnswer: Expect): void {
    if (!this.areSeveral || this.timer) return;
    this.expectAnswer = expectAnswer;
    this.timer = setInterval(() => void this.review(), EXAMINE_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
    this.expectAnswer = undefined;
  }

  /** Closes all connections to the host in use. */
  disconnect(): void {
    for (const socket of this.sockets) socket.destroy(moved());
  }

  onMove(listener: () => void): void {
    this.moveListeners.push(listener);
  }

  /**
   * Takes another host for one that is silent. While none can be used, such as before a group has elected its next primary, what waits for
   * the silent one fails at least: it can be sent again.
   */
  async leaveSilent(): Promise<void> {
    if (!this.areSeveral) return;
    const left = this.current;
    await this.leave(SILENT);
    if (this.current === left && this.expectAnswer) this.disconnect();
  }

  /** Takes another host, as soon as there is one that can be used. */
  private async leave(reason: string): Promise<void> {
    this.obstacle = reason;
    const left = this.current;
    const usable = await this.soonest(this.all.filter((host) => host !== left));
    if (usable && this.current === left && this.expectAnswer) this.moveTo(usable, reason);
  }

  /** Leaves the host in use if it says that it cannot be used, or if it is still silent after the watch has said so. */
  private async review(): Promise<void> {
    if (!this.expectAnswer || this.isReviewing) return;
    this.isReviewing = true;
    const answered = this.expectAnswer();
    const obstacle = await this.obstacleTo(this.current);
    if (obstacle !== SILENT) {
      answered();
      this.obstacle = obstacle;
    }
    if (this.obstacle !== undefined) await this.leave(this.obstacle);
    this.isReviewing = false;
  }

  private moveTo(host: HostAndPort, reason: string): void {
    this.log.warn(`${hostText(this.current)} ${reason}. Moved to ${hostText(host)}.`);
    this.current = host;
    this.obstacle = undefined;
    this.disconnect();
    for (const tell of this.moveListeners) tell();
  }

  /** All are asked at once, and the first in the list is taken that can be used. */
  private async find(
    hosts: readonly HostAndPort[],
    patienceMs = PATIENCE_MS,
  ): Promise<{ usable?: HostAndPort; obstacles: readonly string[] }> {
    const obstacles: string[] = [];
    const answers = hosts.map((host) => ({ host, answer: this.obstacleTo(host, patienceMs) }));
    for (const { host, answer } of answers) {
      const obstacle = await answer;
      if (obstacle === undefined) return { usable: host, obstacles };
      obstacles.push(`${hostText(host)} ${obstacle}`);
    }
    return { obstacles };
  }

  /** The first to answer that it can be used: one that is silent as well keeps nobody waiting. */
  private soonest(hosts: readonly HostAndPort[]): Promise<HostAndPort | undefined> {
    const usable = hosts.map(async (host) => {
      const obstacle = await this.obstacleTo(host);
      if (obstacle !== undefined) throw new Error(obstacle);
      return host;
    });
    return Promise.any(usable).catch(() => undefined);
  }

  private obstacleTo(host: HostAndPort, patienceMs = PATIENCE_MS): Promise<string | undefined> {
    return withTimeout(patienceMs, [], (signal) => {
      const silence = new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve(SILENT)));
      const obstacle = this.examine(host, signal).catch((error: unknown) => `cannot be used (${(error as Error).message})`);
      return Promise.race([obstacle, silence]);
    });
  }
}

const moved = (): Error => Object.assign(new Error('Another host of the database is used now.'), { code: CONNECTION_DROPPED, fatal: true });
