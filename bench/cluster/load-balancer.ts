import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
    readonly url: string,
  ) {}

  static start(folder: string, port: number, targets: readonly number[]): LoadBalancer {
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configuration(port, targets));
    // -db: not in the background
    const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore', detached: true });
    return new LoadBalancer(child, `http://127.0.0.1:${port}`);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
