/* built from frontend/, sources 74f069a2e34066411292d97aa673e1686329d653195c4b7768ee725e261d6912 */
"use strict";(()=>{})();
