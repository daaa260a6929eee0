/*
 * What skills about home, media, health, science and leisure are about: each line is one concept, its first word the
 * name. A word may be in several lines, because most have several meanings; an underscore joins two words.
 */

export const lifeGroups = `
picture image photo png jpeg photograph visual illustration
icon logo symbol
screenshot capture screen_shot
video clip footage mp4 movie film youtube
audio sound voice speech podcast wav mp3 recording
subtitle caption captions srt vtt transcript
music song track playlist melody
thumbnail preview cover_image cover preview_image
transcription speech_to_text whisper stt
texttospeech text_to_speech tts narration voice_over voiceover
ocr text_recognition scan tesseract
blog post article
essay prose
story_text fiction novel chapter narrative
poem poetry verse
trip travel itinerary journey vacation holiday
flight airline airport
hotel accommodation lodging stay airbnb
train bus public_transport transit
map route_plan location directions geo
weather forecast temperature rain climate
recipe cooking dish meal cook kitchen
mealplan meal_plan menu week_menu dinner weekly_menu dinners
shopping groceries grocery shopping_list
bread sourdough loaf baking levain
diet nutrition calorie calories
allergy intolerance gluten allergen
workout exercise fitness training gym
running marathon race jogging
sleep rest insomnia
medication medicine drug pill
symptom illness disease
patient clinical medical hospital
therapy mental_health wellbeing treatment
habit routine
journal diary reflection
house home apartment flat household
rent tenant landlord lease
furniture interior room cabinet shelf
cleaning chores
repair_job diy renovation
energy electricity power consumption
solar photovoltaic panel
smarthome smart_home home_assistant iot
light lamp
garden plant plants gardening vegetable vegetables bed
sow seed seeds planting seedling
harvest crop pick
frost hardiness climate zone
pet dog cat vet
car vehicle automobile engine
bike bicycle
game gaming unity gameplay level
chess opening
sport football match
book reading library_book novel
movie_list watchlist series
gift present birthday
wedding ceremony
child kid children parent
school kindergarten student pupil
charity donation nonprofit fundraising donor
grant funding
volunteer community helper
news headline press
press_release media_release announcement
speech talk address toast
podcast_episode episode show_notes
photo_editing retouch lightroom
printing 3d_print printer stl
cad drawing blueprint
electronics circuit pcb arduino
sensor measurement reading
robot ros arm
shownotes show_notes episode_notes podcast episode
guest speaker interviewee
purchase in_app_purchase subscription billing
sequencing rna_seq reads fastq genomics
expression gene deseq2
automation routine scene rule
homeautomation home_assistant smart_home zigbee
hardware device machine raspberry_pi
visa passport immigration residence
apartment flat rental lease
landlord tenant renter
moving relocation move_house
renovation remodel refurbishment
plumbing leak pipe
electric wiring socket
woodworking wood carpentry
sewing knitting crochet pattern
grocery groceries shopping_list shopping supermarket
nutrition diet calories macros
wine beer brewing
coffee espresso
baking cake bread pastry
houseplant pot watering
compost soil fertiliser fertilizer
training_plan workout exercise fitness gym programme
cycling bike ride
hiking trail walk trek
travel trip itinerary holiday vacation
packing packing_list luggage suitcase
camping tent
photo photography picture shot
photo_album gallery collection
retouch edit_photo colour_grading
editing cut trim montage
livestream stream broadcast
podcast episode audio_show
denoise noise_reduction background_noise
chord lyrics melody
guitar piano instrument
quest campaign dungeon tabletop
character npc protagonist
novel fiction story book
chapter scene section
plot story_arc narrative
dialogue conversation script
screenplay script
thesis dissertation
statistics statistical significance
sample specimen
protocol procedure method
laboratory lab
dose medication drug medicine
diagnosis symptom illness
stress anxiety burnout
meditation mindfulness breathing
goal resolution
study learning exam revision
birthday party celebration
seating seat
donation fundraising charity
club association society
coordinate gps position
heating thermostat temperature
bicycle bike
printer print
three_d model mesh
cnc milling
microcontroller arduino esp32
circuit board pcb
radio signal antenna
satellite orbit
star telescope
protein sequence structure
species bird wildlife
agriculture farm crop
fishing boat
church parish
museum exhibition collection
library_catalogue catalogue
language_learning vocabulary speaking
pronunciation accent
dictation transcription
handwriting notes
note zettelkasten knowledge
rss feed news
fact claim verify_fact fact_check
rumour misinformation
`;
