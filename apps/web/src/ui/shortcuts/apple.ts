/** Whether this is one of Apple's systems, where ⌘ takes the place of Ctrl. */
export const isApple = (): boolean =>
  typeof navigator === 'object' && /mac|iphone|ipad/i.test(navigator.platform);
