import { useState } from 'react';
import { isFirstPage } from '../../../api/entry.ts';

/**
 * The class of a part that is laid out only when it comes near. It makes the first page of a visit quick; on a later one
 * everything is laid out at once, since Back scrolls to where one was before anything has come near.
 */
export function useDrawnNear(): string | undefined {
  const [isFirst] = useState(isFirstPage);
  return isFirst ? 'drawn-near' : undefined;
}
