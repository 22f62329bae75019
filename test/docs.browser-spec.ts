import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { ADMIN_KEY, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';

let service: TestApp;
let browser: Browser;
let page: Page;
let address: string;

beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, DEMO_DATA: 'true' });
  address = `${await service.app.getUrl()}/api/docs`;
  // root has no sandbox
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

beforeEach(async () => {
  page = await (await browser.newContext({ viewport: { width: 1280, height: 2000 } })).newPage();
  await load();
});
afterEach(() => page.context().close());

const operations = (): Locator => page.locator('.opblock');

/** Until the page has the document: it shows the operations before. */
async function load(): Promise<void> {
  const loaded = page.waitForResponse(/\/document\.json$/);
  await page.goto(address);
  await operations().first().waitFor();
  await (await loaded).finished();
}

/** Types into the filter, and waits until only operations are left that contain the first word. */
async function filter(words: string): Promise<void> {
  await page.locator('.operation-filter-input').fill(words);
  await operations()
    .filter({ hasNotText: new RegExp(words.split(' ')[0]!, 'i') })
    .first()
    .waitFor({ state: 'detached' });
}

/** Opens an operation; groups have underscores in the place of spaces. */
async function open(id: string, path: string): Promise<Locator> {
  await filter(path);
  const block = page.locator(`[id="operations-${id}"]`);
  await block.locator('.opblock-summary-control').click();
  await block.locator('.responses-table tr.response').first().waitFor();
  return block;
}

/** Sends the example of an operation with "Try it out". @returns the status and the body of the response */
async function tryOut(id: string, path: string): Promise<{ status: string; body: string }> {
  const block = await open(id, path);
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const response = block.locator('.live-responses-table tr.response');
  await response.waitFor();
  const body = response.locator('.response-col_description .highlight-code').first();
  return { status: await response.locator('.response-col_status').innerText(), body: await body.innerText() };
}

async function authorize(): Promise<void> {
  await page.locator('.btn.authorize').first().click();
  await page.locator('.auth-container input').first().fill(ADMIN_KEY);
  await page.locator('.auth-btn-wrapper .authorize').first().click();
  await page.locator('.auth-btn-wrapper .btn-done').first().click();
}

describe('/api/docs', () => {
  it('shows the ten endpoints first, marked as such', async () => {
    const items = (await page.locator('.operations-virtual__item').allInnerTexts()).slice(0, 12);
    expect([items[0], items[11]]).toEqual([expect.stringMatching(/^Core API/), expect.stringMatching(/^Jobs/)]);
    expect(items.slice(1, 11)).toEqual(Array(10).fill(expect.stringMatching(/^(GET|POST|PUT)/)));
  });

  it('shows the operations while the document is still on its way, and completes them', async () => {
    const errors: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    let send = (): void => undefined;
    // before the page asks for the document, or it might be sent too early and then wait for ever
    const sent = new Promise<void>((resolve) => (send = resolve));
    await page.route('**/document.json', async (route) => {
      await sent;
      await route.continue();
    });
    await page.goto(address);
    const block = page.locator('[id="operations-Core_API-Jobs_search"]');
    await block.locator('.opblock-summary-control').click();
    expect(await block.locator('.responses-table tr.response').count()).toBe(0);
    send();
    await block.locator('.responses-table tr.response').first().waitFor();
    expect(await block.locator('.opblock-section-request-body').innerText()).toContain('jobTitle');
    await filter('no-such-thing');
    expect({ errors, section: await page.locator('section.models').innerText() }).toEqual({ errors: [], section: 'Schemas' });
  });

  it('finds operations by the words of their paths and summaries', async () => {
    await filter('duplicates clients');
    expect(await operations().allInnerTexts()).toEqual(Array(3).fill(expect.stringMatching(/Clients[^]*Duplicates/)));
    await filter('no-such-thing');
    expect(await operations().count()).toBe(0);
  });

  it('finds operations by the names of their fields', async () => {
    await page.locator('.operation-filter-input').fill('purchaseOrder');
    const placement = page.locator('[id="operations-Placements-Placements_create"]');
    await page.locator('[id="operations-Core_API-Automation_create"]').waitFor({ state: 'detached' });
    expect(await placement.count()).toBe(1);
  });

  it('says once what any request can be answered with', async () => {
    expect(await page.locator('.info .description').innerText()).toContain('Any request can be answered with a problem');
    const block = await open('Placements-Placements_approve', 'placements/{id}/approve');
    const statuses = await block.locator('.responses-table tr.response .response-col_status').allInnerTexts();
    expect(statuses.map((each) => each.trim())).toEqual(['200', '404', '409', '412']);
  });

  it('remembers the key when it is loaded again', async () => {
    expect((await tryOut('The_service-Me_get', 'api/me')).status).toMatch(/^401/);
    await load();
    await authorize();
    await load();
    const { status, body } = await tryOut('The_service-Me_get', 'api/me');
    expect(status).toMatch(/^200/);
    expect(body).toContain('"role": "Administrator"');
  });

  it('finds jobs when the search is tried out as it is', async () => {
    await authorize();
    const { status, body } = await tryOut('Core_API-Jobs_search', 'jobs/search');
    expect(status).toMatch(/^200/);
    expect(body).toContain('Senior Site Engineer');
  });

  it('shows the id and the title of a job before its other fields', async () => {
    const block = await open('Jobs-Jobs_find', 'jobs/{id}');
    expect(await block.locator('.responses-table .highlight-code').first().innerText()).toMatch(/^\{\s*"id": \d+,\s*"title": /);
  });
});
