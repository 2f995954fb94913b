export * as forms from '@firmament/contract/forms';
export { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
