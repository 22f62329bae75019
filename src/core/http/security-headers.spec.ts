import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import supertest from 'supertest';
import { securityHeaders } from './security-headers';

it('The security headers are those of helmet, but do not upgrade http URLs', async () => {
  const headersBy = async (middleware: RequestHandler): Promise<Record<string, string>> => {
    const app = express().disable('x-powered-by');
    app.use(middleware, (_, response) => void response.send('Hello'));
    const { headers } = await supertest(app).get('/');
    return { ...(headers as Record<string, string>), date: '' };
  };
  const [own, helmets] = [await headersBy(securityHeaders()), await headersBy(helmet())];
  const policy = helmets['content-security-policy']?.replace(';upgrade-insecure-requests', '');
  expect(own).toEqual({ ...helmets, 'content-security-policy': policy, 'cache-control': 'private, no-cache' });
  expect(own['content-security-policy']).toContain("default-src 'self'");
});
