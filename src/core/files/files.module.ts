import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from '../config';
import { FileCleaner } from './file-cleaner.service';
import { FileReceiver } from './receiving/file-receiver';
import { TextReader } from './texts/text-reader.service';
import { FileStorage, storageOf } from './storage';

/** Receives, keeps and removes files, for all areas. */
@Global()
@Module({})
export class FilesModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: FilesModule,
      providers: [{ provide: FileStorage, useValue: storageOf(settings) }, FileReceiver, FileCleaner, TextReader],
      exports: [FileStorage, FileReceiver, TextReader],
    };
  }
}
