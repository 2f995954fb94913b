// Asks for what the page will show before any of its code is there (decision 017); api/early.ts hands the answers on.
(() => {
  const { asks, of } = document.currentScript.dataset;
  let token;
  let user;
  try {
    token = localStorage.getItem('token');
    user = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
  } catch {
    // No session: nothing is asked.
    return;
  }
  // What a guard refuses is not asked.
  if (of === 'admin' ? user.role !== 'admin' : !user.emailVerified) return;
  const parts = location.pathname.split('/');
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answers = {};
  for (const ask of asks.split(' ')) {
    const url = ask.replace(/\{(\d+)\}/g, (_, at) => parts[at]);
    answers[url] = fetch(url, { headers });
    // Who takes it hears of a failure; nobody may.
    answers[url].catch(() => {});
  }
  globalThis.early = { token, answers };
})();
