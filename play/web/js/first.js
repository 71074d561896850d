// Before the first thing is seen: the theme that the player chose, and whether the page is within another. The modules,
// which arrive later, take it from there (theme.js, embed.js).
{
  const { dataset } = document.documentElement;
  if (new URLSearchParams(location.search).has("embed")) dataset.embed = "";
  try {
    const theme = localStorage.getItem("lightsout-theme");
    if (theme === "light" || theme === "dark") dataset.theme = theme;
  } catch {
    // storage is forbidden
  }
}
