import { Body, Controller, Query, Req, Res, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentCaller, type Caller } from '../callers';
import { Area, areaOf, tagNamesOf } from '../http';
import { Confirmations, resourceOf, type Resource, type WritingController } from '../records';
import { batchOf } from './batch/batch.dto';
import { Batches } from './batch/batches.service';
import { ExportQuery, ImportQuery } from './bulk.dto';
import { Bulk } from './bulk.service';
import type { BulkType } from './columns';
import { BatchRoute, ExportRoute, ImportRoute, type RowExample } from './routes';

/** What files of records have beyond the fields of the bodies, and a row as an example. */
type Files = Omit<BulkType, 'type' | 'created' | 'updated'> & { readonly example: RowExample };

/** The controllers of batches and, if there are files of its records, of exports and imports, beside the controller of single records. */
export function bulkControllers(controller: Type<WritingController>, files?: Files): Type[] {
  const resource = resourceOf(controller);
  const batches = batchController(resource, files ? without('id', files.example) : { deleted: false });
  return files ? [filesController(resource, files), batches] : [batches];
}

function batchController(resource: Resource, example: object): Type {
  const { controller, confirmations: Parameters = Object } = resource;
  class Confirmed extends Parameters {}
  class Batch extends batchOf(resource, example) {}
  Object.defineProperty(Batch, 'name', { value: `${resource.type.name}Batch` });

  @ApiTags(...tagNamesOf(controller))
  @Area(areaOf(controller))
  @Controller(resource.path)
  class BatchController {
    constructor(private readonly batches: Batches) {}

    @BatchRoute(resource)
    batch(@CurrentCaller() caller: Caller, @Query() confirmed: Confirmed, @Body() batch: Batch, @Req() { path }: Request) {
      return this.batches.run({ resource, caller, confirmed, batch, path });
    }
  }
  return BatchController;
}

function filesController(resource: Resource, { example, ...files }: Files): Type {
  const { controller, type, created, updated, confirmations: Parameters = Object } = resource;
  const bulkType: BulkType = { type, created, updated, ...files };
  class Confirmed extends Parameters {}

  @ApiTags(...tagNamesOf(controller))
  @Area(areaOf(controller))
  @Controller(resource.path)
  class FilesController {
    constructor(private readonly bulk: Bulk) {}

    @ExportRoute(resource)
    export(@CurrentCaller() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
      return this.bulk.export(caller, bulkType, query, response);
    }

    @ImportRoute(resource, example)
    import(@CurrentCaller() caller: Caller, @Query() query: ImportQuery, @Query() confirmed: Confirmed, @Res() response: Response) {
      return this.bulk.import(caller, bulkType, { ...query, confirmations: Confirmations.in(confirmed) }, response);
    }
  }
  return FilesController;
}

const without = (name: string, row: RowExample): RowExample => Object.fromEntries(Object.entries(row).filter(([each]) => each !== name));
