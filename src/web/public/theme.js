// Runs before the first paint: the theme that was chosen on this device, if one was.
const chosen = localStorage.getItem('coppice-theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
