// Sets data-theme before the first paint: the key `theme` if the visitor chose one, else the system's preference.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let stored = null;
    try {
      stored = localStorage.getItem('theme');
    } catch {}
    const theme = stored === 'dark' || stored === 'light' ? stored : system.matches ? 'dark' : 'light';
    if (root.dataset.theme !== theme) {
      // All at once: hundreds of colours that fade would hold the picture back.
      root.dataset.switching = '';
      root.dataset.theme = theme;
      requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset.switching));
    }
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', theme === 'dark' ? '#0a1319' : '#faf9f6');
  };
  // A change computes every style anew: the press that asked for it is answered first.
  const applySoon = () => {
    if (document.hidden) apply();
    else requestAnimationFrame(() => setTimeout(apply));
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key === 'theme' || event.key === null) applySoon();
  });
})();
