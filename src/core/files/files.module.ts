import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from '../config';
import { FileCleaner } from './file-cleaner.service';
import { FileReceiver } from './receiving/file-receiver';
import { TextReader } from './texts/text-reader.service';
import { FileStorage, storageOf } from './storage';
import { ClamdScanner, NoVirusScanner, VirusScanner } from './scanning/virus-scanner';

/** Receives, keeps and removes files, for all areas. */
@Global()
@Module({})
export class FilesModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: FilesModule,
      providers: [
        { provide: FileStorage, useValue: storageOf(settings) },
        { provide: VirusScanner, useValue: settings.clamdAddress ? new ClamdScanner(settings.clamdAddress) : new NoVirusScanner() },
        FileReceiver,
        FileCleaner,
        TextReader,
      ],
      exports: [FileStorage, FileReceiver, TextReader, VirusScanner],
    };
  }
}
