import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { canConnect } from '../free-port';

/** A process that does not answer twice within a second gets no more requests; one that refuses a connection is passed over at once. */
const configuration = (port: number, targets: readonly number[]): string => `
defaults
  mode http
  timeout connect 2s
  timeout client 15m
  timeout server 15m
  retries 3
  option redispatch
  retry-on conn-failure
frontend all
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance leastconn
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host localhost
${targets.map((target, index) => `  server process-${index + 1} 127.0.0.1:${target} check inter 500ms fall 2 rise 1`).join('\n')}
`;

/** HAProxy in front of processes of the service. */
export class LoadBalancer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  /** Waits until it listens. @throws Error if it does not start */
  static async start(folder: string, port: number, targets: readonly number[]): Promise<LoadBalancer> {
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configuration(port, targets));
    // -db: not in the background; the signals of a terminal are for the program that ends everything in order
    const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'], detached: true });
    child.on('error', () => undefined);
    const balancer = new LoadBalancer(child, port);
    while (!(await canConnect(port))) {
      if (balancer.hasEnded) throw new Error('HAProxy did not start.');
      await pause(50);
    }
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }

  private get hasEnded(): boolean {
    return this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }
}
