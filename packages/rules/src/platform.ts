/** The trading platform that a server text stands for (specification section 1). */
export function platformOf(server: string): 'MT5' | 'MT4' {
  return server.includes('MT5') ? 'MT5' : 'MT4';
}

/** Whether a text can be a trading account's login: 1 to 20 digits. */
export function isLogin(text: string): boolean {
  return /^[0-9]{1,20}$/.test(text);
}
