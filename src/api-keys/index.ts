import type { RecordTypesSpec } from '../core/fields/record-types';
import { ApiKey } from './api-key.entity';

export { ApiKeyCreateDto, ApiKeyRotateDto, type ApiKeyDto, type ApiKeyWithSecretDto } from './api-key.dto';
export { ApiKey } from './api-key.entity';
export { ApiKeysModule } from './api-keys.module';
export { ApiKeysService } from './api-keys.service';

export const apiKeyRecords: RecordTypesSpec = { types: [], tables: [ApiKey] };
