import { Controller, Get, Post, Query, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { IsString, ValidateNested, ValidationTypes, getMetadataStorage } from 'class-validator';
import express from 'express';
import { createPool } from 'mysql2';
import supertest from 'supertest';
import { DataSource, QueryRunnerAlreadyReleasedError, type QueryRunner } from 'typeorm';
import { embeddedDriver } from '../src/core/sql/embedded-driver';

/** The service relies on these parts of other packages, which their documentation does not promise: see ARCHITECTURE.md. */
describe('A private API that the service relies on:', () => {
  it('NestJS keeps the parameters of a handler as "<kind>:<index>", and 4 is @Query()', () => {
    class Parameters {}
    class Controller {
      @Get() list(_: string, @Query() __: Parameters): void {}
    }
    expect(Object.keys(Reflect.getMetadata(ROUTE_ARGS_METADATA, Controller, 'list') as object)).toEqual(['4:1']);
    expect(Reflect.getMetadata('design:paramtypes', Controller.prototype, 'list')).toEqual([String, Parameters]);
  });

  it('NestJS keeps the method and path of a handler, and the path of a controller', () => {
    @Controller('things')
    class Things {
      @Get(':id') find(): void {}
      @Post() create(): void {}
    }
    const { find, create } = Object.fromEntries(
      Object.entries(Object.getOwnPropertyDescriptors(Things.prototype)).map(([name, { value }]) => [name, value as object]),
    );
    expect([find!, create!].map((handler) => Reflect.getMetadata(METHOD_METADATA, handler) as number)).toEqual([0, 1]);
    expect([Things, find!].map((target) => Reflect.getMetadata(PATH_METADATA, target) as string)).toEqual(['things', ':id']);
    expect([RequestMethod.GET, RequestMethod.POST]).toEqual([0, 1]);
  });

  it('NestJS keeps the tags of a controller for its documentation', () => {
    @ApiTags('Things')
    class Things {}
    expect(Reflect.getMetadata('swagger/apiUseTags', Things)).toEqual(['Things']);
  });

  it('NestJS keeps the documented members of a class, inherited ones included', () => {
    class Base {
      @ApiProperty() id!: number;
    }
    class Thing extends Base {
      @ApiProperty() name!: string;
      @ApiProperty({ type: [String] }) tags!: string[];
    }
    expect(Reflect.getMetadata('swagger/apiModelPropertiesArray', Thing.prototype)).toEqual([':id', ':name', ':tags']);
    expect(Reflect.getMetadata('swagger/apiModelProperties', Thing.prototype, 'name')).toMatchObject({ type: String });
    expect(Reflect.getMetadata('swagger/apiModelProperties', Thing.prototype, 'tags')).toMatchObject({ type: String, isArray: true });
  });

  it('class-transformer keeps the class of a property in its storage', () => {
    class Part {}
    class Whole {
      @Type(() => Part) part!: Part;
    }
    expect(defaultMetadataStorage.findTypeMetadata(Whole, 'part').typeFunction()).toBe(Part);
  });

  it('class-validator keeps the checks of a class, inherited ones included, in its storage', () => {
    class Base {
      @IsString() name!: string;
    }
    class Derived extends Base {
      @ValidateNested({ each: true }) parts!: object[];
    }
    const found = getMetadataStorage().getTargetValidationMetadatas(Derived, '', false, false);
    expect(found.map(({ propertyName, type, each }) => [propertyName, type === ValidationTypes.NESTED_VALIDATION, each])).toEqual(
      expect.arrayContaining([
        ['name', false, false],
        ['parts', true, true],
      ]),
    );
  });

  it('Express tries its routes in the order of a stack that can be changed', async () => {
    const app = express();
    app.get('/things/:id', (_, response) => void response.send('parameter'));
    app.get('/things/last', (_, response) => void response.send('literal'));
    const stack = app.router.stack;
    expect(stack.map(({ route }) => [route?.path, Object.keys((route as { methods?: object } | undefined)?.methods ?? {})])).toEqual([
      ['/things/:id', ['get']],
      ['/things/last', ['get']],
    ]);
    expect((await supertest(app).get('/things/last')).text).toBe('parameter');
    stack.reverse();
    expect((await supertest(app).get('/things/last')).text).toBe('literal');
  });

  describe('TypeORM', () => {
    let store: DataSource;
    beforeAll(async () => {
      store = await new DataSource({ type: 'better-sqlite3', driver: await embeddedDriver(), database: ':memory:' }).initialize();
    });
    afterAll(() => store.destroy());

    it('rejects statements of a query runner whose isReleased is set', async () => {
      const runner = store.createQueryRunner();
      Object.assign(runner, { isReleased: true });
      await expect(runner.query('SELECT 1')).rejects.toThrow(QueryRunnerAlreadyReleasedError);
    });

    it('makes a query runner of its own for SQLite once driver.queryRunner is unset', () => {
      const shared: QueryRunner = store.createQueryRunner();
      expect(store.createQueryRunner()).toBe(shared);
      Object.assign(store.driver, { queryRunner: undefined });
      expect(store.createQueryRunner()).not.toBe(shared);
    });
  });

  it('mysql2 keeps the connections of a pool in three queues', async () => {
    const pool = createPool({});
    expect(pool).toMatchObject(
      Object.fromEntries(['_allConnections', '_freeConnections', '_connectionQueue'].map((queue) => [queue, { length: 0 }])),
    );
    await pool.promise().end();
  });
});
