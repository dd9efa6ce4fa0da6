/* built from frontend/, sources b1f9b61850f04af92af507472e4b4a6384a5fb181eb31dd6c3e6f98d9db14718 */
"use strict";(()=>{})();
