import { createClient, each, etagOf } from 'recruitment-management-client';

/** The example of the README. */
export async function example(url: string): Promise<(string | null | undefined)[]> {
  const titles = [];
  // README: begin
  const client = createClient({ url, key: process.env['RECRUITMENT_KEY'] });
  for await (const { title } of each(client.searchPages('/api/Jobs/Search', { body: {} }))) titles.push(title);

  const params = { path: { id: 1 } };
  const job = await client.get('/api/Jobs/{id}', { params });
  await client.put('/api/Jobs/{id}', {
    params: { ...params, header: { 'If-Match': etagOf(job) } },
    body: { title: `${job.title} (urgent)` },
  });
  // README: end
  return titles;
}
