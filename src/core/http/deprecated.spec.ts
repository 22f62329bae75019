import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import supertest from 'supertest';
import { Deprecated } from './deprecated';

const LINK = 'https://example.com/changelog#1.4.0';

@Controller()
class Routes {
  @Get('old')
  @Deprecated({ since: '2027-01-31', until: '2027-08-01', link: LINK })
  old() {
    return {};
  }

  @Get('new')
  current() {
    return {};
  }
}

@Module({ controllers: [Routes] })
class Application {}

describe('A deprecated route', () => {
  let app: NestExpressApplication;
  beforeAll(async () => {
    app = await NestFactory.create<NestExpressApplication>(Application, { logger: false });
    await app.init();
  });
  afterAll(() => app.close());

  it('says since when, until when, and what to read', async () => {
    const { headers } = await supertest(app.getHttpServer()).get('/old').expect(200);
    expect(headers).toMatchObject({
      deprecation: `@${Date.UTC(2027, 0, 31) / 1000}`,
      sunset: 'Sun, 01 Aug 2027 00:00:00 GMT',
      link: `<${LINK}>; rel="deprecation"; type="text/html"`,
    });
  });

  it('says its last day in the OpenAPI document', () => {
    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    expect(paths['/old']?.get).toMatchObject({ 'x-sunset': '2027-08-01' });
  });

  it('is not any other', async () => {
    const { headers } = await supertest(app.getHttpServer()).get('/new').expect(200);
    expect(Object.keys(headers).filter((name) => ['deprecation', 'sunset', 'link'].includes(name))).toEqual([]);
  });
});
